package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// token is a login that a test stores, as long and random as real ones.
const token = "k3T9xQ2mV7bL5wZ8rN4cJ6hF1dS0aGpY"

// site is a web site on this machine that greets who shows the login, and logs
// in who asks for it.
func site(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		who := "nobody"
		if c, err := r.Cookie("session"); err == nil && (c.Value == token || c.Value == "fresh"+token) {
			who = "alice"
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>site</title><p>hello %s</p><script>localStorage.seen = "yes"; document.cookie = "page=set"</script>`, who)
	})
	mux.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "fresh" + token, Path: "/", HttpOnly: true})
		http.Redirect(w, r, "/", http.StatusSeeOther)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

// allow is a policy that opens a site on the loopback, which "*" does not.
func allow(s *httptest.Server) string {
	return fmt.Sprintf("[network]\nallow = [%q]\n", host(s))
}

func host(s *httptest.Server) string {
	u, err := url.Parse(s.URL)
	if err != nil {
		panic(err)
	}
	return u.Host
}

// loggedIn is a login state with the site's cookie.
const loggedIn = `{"cookies":[{"name":"session","value":"` + token + `","domain":"127.0.0.1","path":"/","expires":-1,"httpOnly":true,"secure":false,"sameSite":"Lax"}],"origins":[]}`

// greeting is what the site says to the session.
func (l *launch) greeting(s *httptest.Server, path string) string {
	l.t.Helper()
	l.Does("browser_navigate", launchtest.Arguments{"url": s.URL + path})
	_, rest, _ := strings.Cut(l.Does("browser_snapshot", nil), "hello ")
	who, _, _ := strings.Cut(rest, "\n")
	return who
}

// CB-110: the stored login is in each browser context that the session opens.
func TestStoredLogin(t *testing.T) {
	t.Parallel()
	site := site(t)
	conf := launchtest.New(t).Auth(loggedIn, false).Policy(allow(site))
	l := start(t, conf)
	if who := l.greeting(site, "/"); who != "alice" {
		t.Errorf("the site says hello to %q", who)
	}
	l.Does("browser_close", nil)
	if who := l.greeting(site, "/"); who != "alice" {
		t.Errorf("in the second browser the site says hello to %q", who)
	}
	l.leaves()
	if conf.State() != loggedIn {
		t.Errorf("the stored login became %s", conf.State())
	}
}

// CB-092, CB-115: what a session logged in to is gone with it.
func TestLoginOfASessionEnds(t *testing.T) {
	t.Parallel()
	site := site(t)
	conf := launchtest.New(t).Auth("", false).Policy(allow(site))
	first := start(t, conf)
	if who := first.greeting(site, "/login"); who != "alice" {
		t.Errorf("after the login the site says hello to %q", who)
	}
	first.leaves()
	second := start(t, conf)
	if who := second.greeting(site, "/"); who != "nobody" {
		t.Errorf("in the next launch the site says hello to %q", who)
	}
	second.leaves()
}

// readState is code that reads the launch's copy of the login state.
const readState = `p.getBuiltinModule("fs").readFileSync(p.argv[p.argv.indexOf("--storage-state") + 1], "utf8")`

// The login does not leave the session, whichever way it is asked for.
func TestLoginIsWithheld(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth(loggedIn, false)
	l := start(t, conf)

	l.Step("CB-111 the state's text", func(t *testing.T) {
		answer := l.Tool("browser_evaluate", launchtest.Arguments{"function": "() => " + quote(loggedIn)})
		if answer.Code() != "connector.internal" || strings.Contains(answer.Line, token) {
			t.Errorf("answered %s", answer.Line)
		}
	})
	l.Step("CB-112 the clean profile's text", func(t *testing.T) {
		answer := l.Tool("browser_evaluate", launchtest.Arguments{"function": `() => '{"cookies":[],"origins":[]}'`})
		if answer.Code() != "connector.internal" {
			t.Errorf("answered %s", answer.Line)
		}
	})
	l.Step("CB-111 the file itself", func(t *testing.T) {
		answer := l.Tool("browser_run_code_unsafe", launchtest.Arguments{"code": `async page => { ` + launchtest.Escape +
			` return ` + readState + ` }`})
		if answer.Code() != "connector.internal" || strings.Contains(answer.Line, token) {
			t.Errorf("answered %s", answer.Line)
		}
	})
	l.Step("CB-113 one value", func(t *testing.T) {
		text := l.Does("browser_evaluate", launchtest.Arguments{"function": "() => " + quote("it is "+token)})
		if strings.Contains(text, token) || !strings.Contains(text, "[withheld: cookie session of 127.0.0.1]") {
			t.Errorf("answered %s", text)
		}
	})
	l.Step("CB-114 standard error", func(t *testing.T) {
		l.Run(`async page => { `+launchtest.Escape+` const state = `+readState+`;
			p.stderr.write("said in the child: " + JSON.parse(state).cookies[0].value + "\n" + state + "\n"); return 1 }`, nil)
		if !launchtest.Within(waiting, func() bool { return l.stderr.has("said in the child: ") }) {
			t.Errorf("the child's standard error is not passed on: %q", l.stderr)
		}
		l.leaves()
		if l.stderr.has(token) {
			t.Errorf("standard error: %q", l.stderr)
		}
	})
}

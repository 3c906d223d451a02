package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/relay"
	"connector-browser/secrets"
)

// world is a proxy that stands for the whole web: every host answers, with a page
// that sends off whatever is typed into it. What was sent is kept by host.
type world struct {
	*httptest.Server
	mu   sync.Mutex
	sent map[string]string
}

func newWorld(t *testing.T) *world {
	w := &world{sent: map[string]string{}}
	w.Server = httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.sent[r.Host] += r.URL.Query().Get("what")
		w.mu.Unlock()
		answer.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(answer, `<title>%s</title><input id="field" aria-label="Mine" oninput="fetch('/sent?' + new URLSearchParams({ what: this.value }))">`, r.Host)
		if r.URL.Path == "/hosting" {
			fmt.Fprintf(answer, `<iframe src="http://%s/"></iframe>`, r.URL.Query().Get("guest"))
		}
	}))
	t.Cleanup(w.Close)
	return w
}

func (w *world) got(host string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent[host]
}

// CB-149: a page of a host that looks like the secret's gets nothing, however it asks.
func TestLookAlikesGetNoSecret(t *testing.T) {
	web := newWorld(t)
	t.Setenv("HTTP_PROXY", web.URL)
	t.Setenv("NO_PROXY", "")
	const right, evil, idn = "bank.test", "bank.test.evil.test", "xn--bnk-qla.test" // bänk.test
	conf := launchtest.New(t).Auth("", false)
	conf.Policy(`[network]` + "\n" + `allow = ["bank.test", "bank.test:8080", "bank.test.evil.test", "evil.test", "evilbank.test", "xn--bnk-qla.test", "www.bank.test"]` + "\n")
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{right + ":80"}, Value: password})
	l := start(t, conf)

	field := func(t *testing.T, target string) launchtest.Answer {
		t.Helper()
		answer := l.Tool("browser_type", launchtest.Arguments{"target": target, "text": "{{word}}"})
		if strings.Contains(answer.Line, "battery") {
			t.Errorf("the client was sent %s", answer.Line)
		}
		return answer
	}
	for name, c := range map[string]struct{ url, host string }{
		"the name in front of another": {"http://" + evil + "/", evil},
		"the name behind another":      {"http://evil" + right + "/", "evil" + right},
		"a name below":                 {"http://www." + right + "/", "www." + right},
		"letters of another script":    {"http://bänk.test/", idn},
		"the same in ASCII":            {"http://" + idn + "/", idn},
		"another port":                 {"http://" + right + ":8080/", right + ":8080"},
		"in the path":                  {"http://evil.test/http://" + right + "/", "evil.test"},
		"in the query":                 {"http://evil.test/?@" + right + "/", "evil.test"},
	} {
		l.Step(name, func(t *testing.T) {
			if text := l.Does("browser_navigate", launchtest.Arguments{"url": c.url}); !strings.Contains(text, "Page Title: "+c.host) {
				t.Fatalf("the page is %s", text)
			}
			if answer := field(t, "#field"); answer.Code() != relay.ForbiddenHost {
				t.Errorf("typing is answered %s", answer.Line)
			}
			if got := web.got(c.host); got != "" {
				t.Errorf("%s was sent %q", c.host, got)
			}
		})
	}
	l.Step("as userinfo", func(t *testing.T) {
		l.Tool("browser_navigate", launchtest.Arguments{"url": "http://" + right + "@evil.test/"}) // opened or not
		l.Tool("browser_type", launchtest.Arguments{"target": "#field", "text": "{{word}}"})
		if got := web.got("evil.test"); got != "" {
			t.Errorf("it was sent %q", got)
		}
	})
	l.Step("a frame in the right page", func(t *testing.T) {
		l.Does("browser_navigate", launchtest.Arguments{"url": "http://" + right + "/hosting?guest=" + evil})
		snapshot := l.Does("browser_snapshot", nil)
		_, after, _ := strings.Cut(snapshot, "iframe")
		_, after, ok := strings.Cut(after, `"Mine"`)
		_, after, _ = strings.Cut(after, "[ref=")
		ref, _, _ := strings.Cut(after, "]")
		if !ok || !strings.HasPrefix(ref, "f") {
			t.Fatalf("there is no frame in %s", snapshot)
		}
		if answer := field(t, ref); answer.Code() != relay.ForbiddenHost || web.got(evil) != "" {
			t.Errorf("typing is answered %s; it was sent %q", answer.Line, web.got(evil))
		}
	})
	l.Step("the right page gets it", func(t *testing.T) {
		l.Does("browser_navigate", launchtest.Arguments{"url": "http://" + right + "/"})
		if answer := field(t, "#field"); answer.IsError() || answer.Error != nil {
			t.Fatalf("typing is answered %s", answer.Line)
		}
		if !launchtest.Within(waiting, func() bool { return web.got(right) == password }) {
			t.Errorf("it was sent %q", web.got(right))
		}
	})
	l.leaves()
}

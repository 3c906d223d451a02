package launcher_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// visit is a login by hand that is under way.
type visit struct {
	t     *testing.T
	conf  *launchtest.Conf
	said  *words
	enter chan struct{}
	stop  context.CancelFunc
	ended chan struct{}
	state string
	err   error
}

// logIn begins a login by hand at an address.
func logIn(t *testing.T, conf *launchtest.Conf, address string) *visit {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	v := &visit{t: t, conf: conf, said: &words{}, enter: make(chan struct{}), stop: stop, ended: make(chan struct{})}
	l := prepare(conf)
	l.Say = func(sentence string) { io.WriteString(v.said, sentence+"\n") }
	go func() {
		defer close(v.ended)
		state, err := l.LogIn(ctx, address, v.enter)
		v.state, v.err = string(state), err
	}()
	t.Cleanup(func() { stop(); <-v.ended })
	return v
}

// stands waits until the person has been told what to do.
func (v *visit) stands() *visit {
	v.t.Helper()
	if !launchtest.Within(time.Minute, func() bool {
		select {
		case <-v.ended:
			v.t.Fatalf("the login ended: %v; it said %q", v.err, v.said)
		default:
		}
		return v.said.has("press Enter here")
	}) {
		v.t.Fatalf("no window opens; said was %q", v.said)
	}
	return v
}

// stores wants the login to end, and gives what it stored.
func (v *visit) stores() string {
	v.t.Helper()
	v.ends()
	if v.err != nil || v.state != v.conf.State() {
		v.t.Fatalf("it ended with %v; said was %q", v.err, v.said)
	}
	return v.state
}

func (v *visit) ends() {
	v.t.Helper()
	select {
	case <-v.ended:
	case <-time.After(time.Minute):
		v.t.Fatalf("the login does not end; said was %q", v.said)
	}
	v.conf.LeavesNothing()
}

// office is a site that logs in whoever opens a door of it: by a cookie and by
// local storage, both under the name of the door. What its pages did is told
// through the channel.
func office(t *testing.T) (*httptest.Server, <-chan string) {
	done := make(chan string, 100)
	mux := http.NewServeMux()
	mux.HandleFunc("/door/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>office</title><script>
			document.cookie = "badge=%[1]s-badge; max-age=86400; path=/"; localStorage.desk = "%[1]s-desk";
			fetch("/done/%[1]s").then(() => { if (location.hash) alert("welcome"); });
		</script>`, r.PathValue("name"))
	})
	mux.HandleFunc("/done/{name}", func(_ http.ResponseWriter, r *http.Request) { done <- r.PathValue("name") })
	mux.HandleFunc("/desk", func(w http.ResponseWriter, r *http.Request) {
		badge := "none"
		if c, err := r.Cookie("badge"); err == nil {
			badge = c.Value
		}
		fmt.Fprintf(w, "<title>desk</title><p>badge %s</p>", badge)
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s, done
}

// CB-140 to CB-143, CB-145: a person logs in by hand in a window, and sessions have the login from then
// on. Whatever else happens leaves the stored login as it was.
func TestLogInByHand(t *testing.T) {
	launchtest.Display(t)
	site, done := office(t)
	conf := launchtest.New(t).Adopt().Policy(allow(site) + "[tools]\nallow = [\"browser_navigate\"]\n")

	t.Run("Enter", func(t *testing.T) {
		v := logIn(t, conf, site.URL+"/door/enter").stands()
		<-done
		upstream, browser := conf.Node().Args, conf.Adopted().Args
		if slices.Contains(upstream, "--headless") || !slices.Contains(upstream, "--sandbox") || !slices.Contains(upstream, "--proxy-server") || !slices.Contains(upstream, "--isolated") {
			t.Errorf("the upstream was started with %q", upstream)
		}
		if slices.Contains(browser, "--no-sandbox") || slices.ContainsFunc(browser, func(arg string) bool { return strings.HasPrefix(arg, "--headless") }) {
			t.Errorf("the browser was started with %q", browser)
		}
		close(v.enter)
		if state := v.stores(); !strings.Contains(state, "enter-badge") || !strings.Contains(state, "enter-desk") {
			t.Errorf("stored was %s", state)
		}
	})
	t.Run("a session has it, and no display", func(t *testing.T) {
		conf.Policy(allow(site))
		l := start(t, conf)
		l.Does("browser_navigate", launchtest.Arguments{"url": site.URL + "/desk"})
		var same bool
		l.Evaluate(`() => document.body.innerText.includes("enter-badge") && localStorage.desk === "enter-desk"`, &same)
		if !same {
			t.Error("it is not logged in")
		}
		var display string
		l.Run(`async page => { `+launchtest.Escape+` return "" + p.env.DISPLAY + p.env.XAUTHORITY + p.getBuiltinModule("fs").existsSync("/tmp/.X11-unix") }`, &display)
		if display != "undefinedundefinedfalse" {
			t.Errorf("it has %q of the display", display)
		}
		l.leaves()
	})
	t.Run("no more than the policy keeps", func(t *testing.T) {
		conf.Policy(allow(site) + "[login]\ndomains = [\"example.com\"]\n")
		v := logIn(t, conf, site.URL+"/door/kept").stands()
		<-done
		close(v.enter)
		if state := v.stores(); state != secrets.CleanProfile {
			t.Errorf("stored was %s", state)
		}
		conf.Policy(allow(site))
	})
	t.Run("a host that the policy refuses", func(t *testing.T) {
		v := logIn(t, conf, "http://example.com/")
		v.ends()
		if v.err == nil || !strings.Contains(v.err.Error(), "nothing was stored") || conf.State() != secrets.CleanProfile {
			t.Errorf("it ended with %v", v.err)
		}
	})
	t.Run("Enter while the page asks something", func(t *testing.T) {
		v := logIn(t, conf, site.URL+"/door/asked#alert").stands()
		<-done
		time.Sleep(3 * time.Second) // the question breaks the watch off, and it begins anew
		close(v.enter)
		if state := v.stores(); !strings.Contains(state, "asked-badge") {
			t.Errorf("stored was %s", state)
		}
	})
	t.Run("the window is closed", func(t *testing.T) {
		v := logIn(t, conf, site.URL+"/door/closed").stands()
		<-done
		launchtest.CloseWindows(t)
		if state := v.stores(); !strings.Contains(state, "closed-badge") || !strings.Contains(state, "closed-desk") {
			t.Errorf("stored was %s; said was %q", state, v.said)
		}
	})
	t.Run("the browser ends", func(t *testing.T) {
		v := logIn(t, conf, site.URL+"/door/ended").stands()
		<-done
		time.Sleep(2 * time.Second) // until the watch has seen it
		v.conf.Adopted().Signal(syscall.SIGTERM)
		if state := v.stores(); !strings.Contains(state, "ended-badge") || !strings.Contains(state, "ended-desk") {
			t.Errorf("stored was %s; said was %q", state, v.said)
		}
	})
	t.Run("the upstream ends", func(t *testing.T) {
		before := conf.State()
		v := logIn(t, conf, site.URL+"/door/lost").stands()
		<-done
		v.conf.Node().Signal(syscall.SIGKILL)
		v.ends()
		if v.err == nil || !strings.Contains(v.err.Error(), "so nothing was stored") || conf.State() != before {
			t.Errorf("it ended with %v", v.err)
		}
	})
	t.Run("Ctrl-C before there is a window", func(t *testing.T) {
		before := conf.State()
		v := logIn(t, conf, site.URL+"/door/early")
		if !launchtest.Within(waiting, func() bool { return len(conf.Launches()) == 1 }) {
			t.Fatal("it does not start")
		}
		v.stop()
		v.ends()
		if v.err == nil || !strings.HasPrefix(v.err.Error(), "interrupted") || conf.State() != before {
			t.Errorf("it ended with %v", v.err)
		}
	})
	t.Run("Ctrl-C", func(t *testing.T) {
		before := conf.State()
		v := logIn(t, conf, site.URL+"/door/interrupted").stands()
		<-done
		v.stop()
		v.ends()
		if v.err == nil || v.err.Error() != "interrupted; the stored login is as it was" || conf.State() != before {
			t.Errorf("it ended with %v", v.err)
		}
	})
	traces, err := filepath.Glob(conf.Connector("trace", "*"))
	if err != nil || len(traces) == 0 {
		t.Fatalf("there is no trace: %v", err)
	}
	for _, trace := range traces {
		text, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range []string{"-badge", "-desk", base64.StdEncoding.EncodeToString([]byte(`{"cookies":`))} {
			if strings.Contains(string(text), value) {
				t.Errorf("the trace holds %q", value)
			}
		}
	}
}

// CB-142, CB-144: where no window can be opened a sentence says why, and what else there is.
func TestLogInWithoutWindow(t *testing.T) {
	conf := launchtest.New(t).Auth(loggedIn, false)
	for name, display := range map[string]string{
		"none": "", "of another machine": "elsewhere:10.0", "over TCP": "localhost:10", "nobody listens": ":65535", "nonsense": "/tmp/.X11-unix/X0",
	} {
		t.Run("display "+name, func(t *testing.T) {
			t.Setenv("DISPLAY", display)
			v := logIn(t, conf, "http://127.0.0.1:1/")
			v.ends()
			if v.err == nil || !strings.HasPrefix(v.err.Error(), "there is no display to open a window on") || conf.State() != loggedIn {
				t.Errorf("it ended with %v", v.err)
			}
		})
	}
	t.Run("headless browser", func(t *testing.T) {
		launchtest.Display(t)
		v := logIn(t, conf, "http://127.0.0.1:1/")
		v.ends()
		if v.err == nil || !strings.HasPrefix(v.err.Error(), "the installed browser has no window") || conf.State() != loggedIn {
			t.Errorf("it ended with %v", v.err)
		}
	})
}

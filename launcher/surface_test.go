package launcher_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"connector-browser/launcher/launchtest"
)

// stall is a page with what an agent meets: fields, changes, late ones, ways
// out, a dialog, an error.
const stall = `<!doctype html><title>Stall</title><main><h1>Stall</h1>
<label>User <input></label> <label>Password <input type=password value="hunter2-secret"></label>
<button onclick="out.append(' added')">Add</button>
<button onclick="setTimeout(() => location.href = '/done', 10)">Leave</button>
<button onclick="location.reload()">Reload</button>
<button onclick="alert('Really?')">Ask</button>
<button onclick="console.error('broken')">Break</button>
<button onclick="this.remove()">Vanish</button>
<button onclick="fetch('/slow').then(r => r.text()).then(t => out.textContent = t)">Fetch</button>
<button>Idle</button>
<form action="/done"><input aria-label="Search" name="q"></form>
<output id="out"></output></main>`

func market(t *testing.T) *httptest.Server {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, stall)
		case "/slow":
			time.Sleep(200 * time.Millisecond)
			fmt.Fprint(w, "fetched")
		case "/done":
			time.Sleep(100 * time.Millisecond)
			fmt.Fprint(w, `<!doctype html><title>Done</title><h1>All done</h1><a href="/">Back</a>`)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// ref is the ref of the line that says this.
func ref(t *testing.T, text, words string) string {
	t.Helper()
	for line := range strings.Lines(text) {
		if strings.Contains(line, words) {
			ref, _, _ := strings.Cut(strings.TrimLeft(line, " +"), ":")
			return ref
		}
	}
	t.Fatalf("there is no %s in\n%s", words, text)
	return ""
}

// The agent surface over the real upstream: each call says what it did.
func TestAgentSurface(t *testing.T) {
	t.Parallel()
	server := market(t)
	conf := launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n" + allow(server))
	l := start(t, conf)
	page := l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
	click := func(name string) launchtest.Answer {
		return l.Tool("browser_click", launchtest.Arguments{"target": ref(t, page, `button "`+name+`"`)})
	}
	says := func(t *testing.T, got launchtest.Answer, want string) {
		t.Helper()
		if got.Text() != want {
			t.Errorf("answered\n%s\nwant\n%s", got.Text(), want)
		}
	}
	l.Step("its arguments", func(t *testing.T) {
		want := append(table(conf, l.directory(), false), "--timeout-settle", "0", "--snapshot-mode", "none", "--image-responses", "omit", "--viewport-size", "1280x800")
		if diff := cmp.Diff(want, conf.Node().Args); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
	l.Step("CD-090 CD-092 a first look, without the password", func(t *testing.T) {
		if !strings.HasPrefix(page, "done\npage: Stall — "+server.URL+"/\n") || !strings.HasSuffix(page, "\nerrors: 0") || strings.Contains(page, "hunter2") {
			t.Error(page)
		}
	})
	l.Step("CD-101 nothing happens", func(t *testing.T) { says(t, click("Idle"), "done\n(no a11y changes)\nerrors: 0") })
	l.Step("CD-100 something is added", func(t *testing.T) { says(t, click("Add"), "done\n+ status \"added\"\nerrors: 0") })
	l.Step("CD-104 an error", func(t *testing.T) { says(t, click("Break"), "done\n(no a11y changes)\nerrors: 1") })
	l.Step("requests in flight are waited for", func(t *testing.T) {
		says(t, click("Fetch"), "done\n- status \"added\"\n+ status \"fetched\"\nerrors: 0")
	})
	l.Step("CD-097 something goes", func(t *testing.T) { says(t, click("Vanish"), "done\n- button \"Vanish\"\nerrors: 0") })
	l.Step("CD-081 CD-083 what is gone", func(t *testing.T) {
		got := click("Vanish")
		if !got.IsError() || !strings.Contains(got.Text(), "\ncode: STALE_REF\n") || !strings.Contains(got.Text(), `button "Idle"`) || !strings.Contains(got.Line, `"reason":"detached"`) {
			t.Error(got.Line)
		}
	})
	l.Step("CD-022 CD-070 what is not there is said at once", func(t *testing.T) {
		began := time.Now()
		got := l.Tool("browser_click", launchtest.Arguments{"target": "#nope"})
		if !got.IsError() || !strings.Contains(got.Text(), "\ncode: NO_MATCH\n") || time.Since(began) > time.Second {
			t.Error(time.Since(began), got.Line)
		}
	})
	l.Step("CD-103 a dialog", func(t *testing.T) {
		says(t, click("Ask"), "done\ndialog open: alert: Really?")
		says(t, l.Tool("browser_snapshot", nil), "dialog open: alert: Really?")
		if got := click("Idle"); !got.IsError() || !strings.Contains(got.Text(), "code: STATE_INVALID") {
			t.Error(got.Line)
		}
		says(t, l.Tool("browser_handle_dialog", launchtest.Arguments{"accept": true}), "done\n(no a11y changes)\nerrors: 0")
	})
	l.Step("CD-102 the same address, another document", func(t *testing.T) {
		if page = click("Reload").Text(); !strings.HasPrefix(page, "done\npage: Stall — ") || !strings.Contains(page, `button "Vanish"`) {
			t.Error(page)
		}
	})
	l.Step("CD-102 a navigation that begins late", func(t *testing.T) {
		if got := click("Leave").Text(); !strings.HasPrefix(got, "done\npage: Done — "+server.URL+"/done\n") {
			t.Error(got)
		}
		page = l.Does("browser_navigate_back", nil)
	})
	l.Step("CD-107 what a key submits", func(t *testing.T) {
		got := l.Does("browser_type", launchtest.Arguments{"target": ref(t, page, `"Search"`), "text": "x", "submit": true})
		if !strings.HasPrefix(got, "done\npage: Done — "+server.URL+"/done?q=x\n") {
			t.Error(got)
		}
	})
	l.Step("CD-104 the errors of a tab are counted once, whichever was looked at between", func(t *testing.T) {
		page = l.Does("browser_navigate", launchtest.Arguments{"url": server.URL})
		says(t, click("Break"), "done\n(no a11y changes)\nerrors: 1")
		other := l.Does("browser_page", launchtest.Arguments{"action": "open", "url": server.URL + "/done"})
		again := l.Does("browser_page", launchtest.Arguments{"action": "select", "index": 0})
		if !strings.HasSuffix(other, "errors: 0") || !strings.HasSuffix(again, "errors: 0") {
			t.Errorf("%s\nthen %s", other, again)
		}
		if got := click("Break").Text(); !strings.HasSuffix(got, "errors: 1") {
			t.Error(got)
		}
		l.Does("browser_page", launchtest.Arguments{"action": "close", "index": 1})
	})
	l.Step("CD-086 CD-112 no image, 1280x800", func(t *testing.T) {
		if got := l.Tool("browser_take_screenshot", nil); strings.Contains(got.Line, `"image"`) || !strings.Contains(got.Text(), l.directory()) {
			t.Error(got.Line)
		}
		says(t, l.Tool("browser_evaluate", launchtest.Arguments{"function": "() => innerWidth + 'x' + innerHeight"}), "\"1280x800\"\n(no a11y changes)\nerrors: 0")
	})
	l.leaves()
}

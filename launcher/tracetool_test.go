package launcher_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// CD-140, CD-141: what a session does stands in a file of the launch, an event a
// line.
func TestTrace(t *testing.T) {
	t.Parallel()
	l, server := atWorkshop(t, "")
	type arguments = launchtest.Arguments
	l.Step("CD-140 a name is no path", func(t *testing.T) {
		for _, name := range []string{"../x", "/tmp/x", "a/b", "..", ".", "", `a\b`, "a b", "a.b", "naïve", "a\x00b", strings.Repeat("a", 65)} {
			l.code(t, "browser_trace", arguments{"action": "start", "name": name}, "INVALID_ARGUMENT")
		}
		l.code(t, "browser_trace", arguments{"action": "stop", "name": "a"}, "INVALID_ARGUMENT")
		if got := l.Does("browser_trace", arguments{"action": "status"}); got != "no trace runs" {
			t.Error(got)
		}
		l.code(t, "browser_trace", arguments{"action": "stop"}, "STATE_INVALID")
	})
	path := l.trace(arguments{"name": strings.Repeat("a", 64)})
	l.Step("CD-140 one at a time, in the output folder, for nobody else", func(t *testing.T) {
		l.code(t, "browser_trace", arguments{"action": "start"}, "STATE_INVALID")
		info, err := os.Stat(path)
		if err != nil || info.Mode() != 0o600 || filepath.Dir(path) != filepath.Join(l.directory(), "out") {
			t.Errorf("%s: %v, %v", path, info, err)
		}
		if got := l.Does("browser_trace", arguments{"action": "status"}); !strings.HasPrefix(got, "1 events, ") {
			t.Error(got)
		}
	})
	l.Does("browser_click", arguments{"target": "text=Fetch"})
	l.Does("browser_evaluate", arguments{"function": "() => { console.warn('a warning'); setTimeout(() => { throw new Error('thrown later') }, 0) }"})
	l.Tool("browser_click", arguments{"target": "#nope"})
	l.Does("browser_take_screenshot", nil)
	l.Does("browser_navigate", arguments{"url": server.URL + "/far"})
	l.Does("browser_batch", batchOf(do("browser_navigate", step{"url": server.URL + "/?token=live-4711"}), do("browser_exists", step{"target": "h1"})))
	said := l.Does("browser_trace", arguments{"action": "stop"})
	events, text := readTrace(t, path)
	l.Step("CD-141 every kind of event", func(t *testing.T) {
		for name, is := range map[string]func(e traced) bool{
			"the beginning": func(e traced) bool { return e.Event == "meta" && *e.T == 0 && e.URL == server.URL+"/" },
			"a click":       func(e traced) bool { return e.Tool == "browser_click" && e.Target == "text=Fetch" && e.Call == 1 },
			"its shape":     func(e traced) bool { return e.Call == 1 && string(e.Arguments) == `{"target":"string(10)"}` },
			"its end":       func(e traced) bool { return e.Event == "action" && e.Call == 1 && e.Outcome == "ok" },
			"a request":     func(e traced) bool { return e.Event == "request" && e.Method == "GET" && e.URL == server.URL+"/data" },
			"its answer":    func(e traced) bool { return e.Event == "response" && e.Status == 200 && e.URL == server.URL+"/data" },
			"the console": func(e traced) bool {
				return e.Event == "console" && e.Level == "warning" && strings.HasPrefix(e.Text, "a warning")
			},
			"an exception":     func(e traced) bool { return e.Event == "error" && e.Text == "uncaught thrown later" },
			"a failure":        func(e traced) bool { return e.Event == "action" && e.Outcome == "failed" && e.Code == "NO_MATCH" },
			"a screenshot":     func(e traced) bool { _, err := os.Stat(e.File); return e.Event == "screenshot" && err == nil },
			"an address":       func(e traced) bool { return e.Tool == "browser_navigate" && e.URL == server.URL+"/far" },
			"a navigation":     func(e traced) bool { return e.Event == "navigation" && e.URL == server.URL+"/far" },
			"a batch":          func(e traced) bool { return e.Tool == "browser_batch" && e.Step == "" },
			"a step":           func(e traced) bool { return e.Tool == "browser_exists" && e.Step == "steps[1]" && e.Target == "h1" },
			"a masked address": func(e traced) bool { return e.Event == "navigation" && e.URL == server.URL+"/?token=[withheld]" },
		} {
			if !slices.ContainsFunc(events, is) {
				t.Errorf("%s is missing", name)
			}
		}
		if strings.Contains(text, "4711") || strings.Contains(text, "browser_trace") || strings.Count(text, "said at once") != 1 {
			t.Error("there is a secret, the trace itself, or what was before it")
		}
		if t.Failed() {
			t.Log(text)
		}
	})
	l.Step("CD-140 it says how much there is", func(t *testing.T) {
		if want := fmt.Sprintf("%d events, %d bytes in %s", len(events), len(text), path); said != want {
			t.Errorf("%s, want %s", said, want)
		}
	})
	l.Step("afterwards nothing is written, and another one can begin", func(t *testing.T) {
		l.Does("browser_close", nil)
		if other := l.trace(arguments{}); other == path {
			t.Error(other)
		}
		if _, now := readTrace(t, path); now != text {
			t.Error("the first went on")
		}
	})
	l.Step("what closes the browser leaves it closed, in a batch that ends the trace too", func(t *testing.T) {
		got := l.Does("browser_batch", batchOf(do("browser_close", step{}), do("browser_status", step{}), do("browser_trace", step{"action": "stop"})))
		if !strings.Contains(got, "6 events, ") || !launchtest.Within(20*time.Second, func() bool { return len(l.conf.Browsers()) == 0 }) {
			t.Errorf("%s; %d processes of the browser", got, len(l.conf.Browsers()))
		}
	})
	l.leaves()
}

package launcher_test

import (
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// CD-031, CD-040, CD-170: dialogs, pages, and where the session is.
func TestOwnToolsOfTheBrowser(t *testing.T) {
	t.Parallel()
	l, server := inGym(t, "")
	l.Step("CD-031 a dialog", func(t *testing.T) {
		l.code(t, "browser_dialog", step{"action": "accept"}, "STATE_INVALID")
		if got := l.Does("browser_dialog", step{"action": "inspect"}); !strings.HasPrefix(got, "no dialog is open") {
			t.Error(got)
		}
		for _, c := range []struct{ button, message, action, text, want string }{
			{"Ask", "confirm: Sure?", "accept", "", "true"}, {"Ask", "confirm: Sure?", "dismiss", "", "false"},
			{"Prompt", "prompt: Name?", "accept", "Ada", "Ada"}, {"Prompt", "prompt: Name?", "dismiss", "", "null"},
		} {
			l.Tool("browser_click", step{"target": "text=" + c.button})
			if got := l.Does("browser_dialog", step{"action": "inspect"}); got != "dialog open: "+c.message {
				t.Error(got)
			}
			given := step{"action": c.action}
			if c.text != "" {
				given["text"] = c.text
			}
			l.Does("browser_dialog", given)
			l.out(c.want)
		}
	})
	l.Step("CD-040 pages", func(t *testing.T) {
		l.Does("browser_click", step{"target": "text=Pop up"})
		var got string
		if !launchtest.Within(10*time.Second, func() bool {
			got = l.Does("browser_page", step{"action": "list"})
			return strings.Contains(got, "1: [Pop]")
		}) || !strings.Contains(got, "0: (current) [Gym]") {
			t.Error(got)
		}
		if got := l.Does("browser_page", step{"action": "select", "index": 1}); !strings.Contains(got, "page: Pop") {
			t.Error(got)
		}
		for _, action := range []string{"select", "close"} {
			got := l.code(t, "browser_page", step{"action": action, "index": 9}, "NO_MATCH")
			if want := "there are 2 pages, 0 and 1"; !strings.Contains(got.Text(), "hint: "+want) || !strings.Contains(got.Line, `"hint":"`+want+`"`) {
				t.Error(got.Line)
			}
		}
		if got := l.Does("browser_page", step{"action": "close"}); !strings.Contains(got, "page: Gym") {
			t.Error(got)
		}
		if got := l.code(t, "browser_tabs", step{"action": "close", "index": 1}, "NO_MATCH"); !strings.Contains(got.Text(), "there is one page, 0") {
			t.Error(got.Line)
		}
		if got := l.Does("browser_page", step{"action": "open", "url": server.URL + "/popup"}); !strings.Contains(got, "page: Pop") {
			t.Error(got)
		}
		l.Does("browser_page", step{"action": "close", "index": 1})
		l.code(t, "browser_page", step{"action": "open", "url": "javascript:alert(1)"}, "connector.forbidden_host")
		l.code(t, "browser_page", step{"action": "open", "url": "http://127.0.0.1:1/"}, "connector.forbidden_host")
		l.code(t, "browser_page", step{"action": "select"}, "INVALID_ARGUMENT")
	})
	l.Step("CD-170 the status, which starts nothing", func(t *testing.T) {
		if got := l.Does("browser_status", nil); got != "open: Gym — "+server.URL+"/" {
			t.Error(got)
		}
		l.Does("browser_close", nil)
		if got := l.Does("browser_status", nil); !strings.HasPrefix(got, "no page is open") || len(l.conf.Browsers()) > 0 {
			t.Error(got, len(l.conf.Browsers()))
		}
		l.code(t, "browser_page", step{"action": "close", "index": 0}, "NO_MATCH")
	})
	l.leaves()
}

package launcher_test

import (
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// Pages that never come to rest or are too much to look at: whatever is asked of them
// is answered, no secret field shows its value, and the next page is as any.
func TestAgentEndlessPages(t *testing.T) {
	t.Parallel()
	l, site := agent(t)
	idle := launchtest.Arguments{"target": "role=button[name=Idle]"}
	open := func(name string) string {
		return l.Tool("browser_navigate", launchtest.Arguments{"url": site + "/endless/" + name}).Text()
	}
	has := func(t *testing.T, text, want string) {
		t.Helper()
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%.2000s", want, text)
		}
	}
	leave := func(t *testing.T) string {
		t.Helper()
		page := l.Does("browser_navigate", launchtest.Arguments{"url": site + "/still"})
		has(t, page, "page: Still")
		if got := l.Does("browser_click", idle); !strings.HasPrefix(got, "done\n") || strings.Contains(got, "error") && !strings.Contains(got, "errors: 0") {
			t.Errorf("a click on the next page: %s", got)
		}
		return page
	}
	// shows plays what a look is asked for in, and wants no value of a secret field.
	shows := func(t *testing.T, name string) string {
		t.Helper()
		texts := []string{open(name)}
		for _, call := range []struct {
			tool      string
			arguments launchtest.Arguments
		}{
			{"browser_snapshot", nil},
			{"browser_find", launchtest.Arguments{"text": "Plain"}},
			{"browser_snapshot", launchtest.Arguments{"target": "css=body"}},
			{"browser_evaluate", launchtest.Arguments{"function": "() => 1"}},
		} {
			texts = append(texts, l.Tool(call.tool, call.arguments).Text())
		}
		for i, text := range texts {
			if strings.Contains(text, "quxquux") {
				t.Errorf("answer %d shows the value:\n%.2000s", i, text)
			}
		}
		return texts[1]
	}

	l.Step("HP-001 HP-002 HP-005 scripts that never end", func(t *testing.T) {
		open("busy")
		path := l.trace(launchtest.Arguments{})
		for range 2 {
			got := l.Tool("browser_click", idle)
			has(t, got.Line, `"code":"TIMEOUT"`)
			has(t, got.Text(), "page does not answer")
		}
		has(t, l.Does("browser_status", nil), "open: BUSY — "+site+"/endless/busy\na page did not answer")
		has(t, l.Does("browser_trace", launchtest.Arguments{"action": "status"}), " events, ")
		has(t, l.Does("browser_batch", batchOf(do("browser_status", step{}), do("browser_trace", step{"action": "stop"}))), " bytes in "+path)
		has(t, leave(t), "the pages that did not answer were closed")
	})
	l.Step("HP-002 a page that hangs can be closed", func(t *testing.T) {
		open("busy")
		l.Tool("browser_click", idle)
		l.Does("browser_page", launchtest.Arguments{"action": "close"})
		leave(t)
	})
	l.Step("SN-052 dialogs without end", func(t *testing.T) {
		open("alerts")
		has(t, l.Does("browser_click", idle), "dialog open: alert: Again")
		has(t, leave(t), "the page went on opening dialogs, and was closed")
	})
	l.Step("HP-003 pages without end", func(t *testing.T) {
		open("opens")
		l.Tool("browser_click", idle)
		n := 0
		for range 20 { // each look closes what is too much
			got := l.Tool("browser_page", launchtest.Arguments{"action": "list"})
			if n = strings.Count("\n"+got.Text(), "\n- "); !got.IsError() && n <= 30 {
				break
			}
		}
		if n < 2 || n > 30 {
			t.Errorf("%d pages are open", n)
		}
		leave(t)
		l.Does("browser_close", nil)
	})
	l.Step("HP-004 CD-092 a page that goes from address to address", func(t *testing.T) {
		shows(t, "restless")
		leave(t)
	})
	l.Step("HP-004 CD-092 a page of texts of megabytes", func(t *testing.T) {
		page := shows(t, "vast")
		has(t, page, `textbox "Plain" (filled)`)
		has(t, page, `button "Idle"`)
		leave(t)
	})
	l.Step("HP-004 CD-092 fields that come and go", func(t *testing.T) {
		shows(t, "swaps")
		leave(t)
	})
	l.Step("HP-004 CD-092 a page that never stops changing", func(t *testing.T) {
		has(t, shows(t, "storm"), `textbox "Plain" (filled)`)
		leave(t)
	})
	l.Step("CD-092 a crowd of frames", func(t *testing.T) {
		has(t, shows(t, "crowd"), `textbox "Plain" (filled)`)
		leave(t)
	})
	l.Step("a console of megabytes", func(t *testing.T) {
		has(t, shows(t, "loud"), `button "Idle"`)
		leave(t)
	})
	l.leaves()
}

// HP-004, CD-092: a page of so many elements that a look may or may not be in time.
func TestAgentSwarm(t *testing.T) {
	t.Parallel()
	l, site := agent(t)
	texts := []string{
		l.Tool("browser_navigate", launchtest.Arguments{"url": site + "/endless/swarm"}).Text(),
		l.Tool("browser_snapshot", nil).Text(),
	}
	for _, text := range texts {
		if strings.Contains(text, "quxquux") || !strings.Contains(text, `button "B1`) && !strings.Contains(text, "too large or too busy") && !strings.Contains(text, "a page does not answer") {
			t.Errorf("%.2000s", text)
		}
	}
	if page := l.Does("browser_navigate", launchtest.Arguments{"url": site + "/still"}); !strings.Contains(page, `button "Idle"`) {
		t.Error(page)
	}
	l.leaves()
}

package relay_test

import (
	"strings"
	"testing"

	"connector-browser/relay"
)

// CD-103: the open dialog stands in the place of what changed, and no look is
// tried.
func TestAgentDialog(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: still, click: func(int) string {
		return "### Ran Playwright code\n```js\nx\n```\n### Modal state\n- [\"confirm\" dialog with message \"Sure?\"]: can be handled by browser_handle_dialog"
	}}
	s := surf(t, p)
	if got := s.tool("browser_click", `{"target":"css=b"}`).text(); got != "done\n--\ndialog open: confirm: Sure?" {
		t.Errorf("answered\n%s", got)
	}
	if made := p.made(); made != "browser_click" {
		t.Errorf("the upstream was called %s", made)
	}
}

// SN-052: a dialog is dismissed for a navigation, and one of the page that it leads
// to is told like any. A page that goes on opening them is closed.
func TestAgentNavigatesFromDialogs(t *testing.T) {
	t.Parallel()
	const modal = "### Modal state\n- [\"alert\" dialog with message \"Ref e1 not found in the current page snapshot\"]: can be handled by browser_handle_dialog"
	at := func(page string) string { return "### Page\n- Page URL: https://" + page + ".example/\n" }
	for _, c := range []struct {
		name               string
		answered           string // to the dismissal
		navigated, cleared string // before the page was closed, and after
		closed             bool
	}{
		{"left", at("shop"), at("other") + modal, "", false},
		{"kept by the next dialog", at("shop"), at("shop") + modal, at("other"), true},
		{"kept by dialogs without end", at("shop") + modal, "", at("other"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			closed := false
			s := play(t, relay.Config{Agent: true}, func(line []byte) []byte {
				said := map[string]string{"browser_click": at("shop") + modal, "browser_handle_dialog": c.answered, "browser_navigate": c.navigated}
				m := toolCall(line)
				if closed = closed || m.Params.Name == "browser_tabs"; closed {
					said["browser_navigate"] = c.cleared
				}
				if said[m.Params.Name] == "" {
					return echo(line)
				}
				return m.says(said[m.Params.Name])
			})
			s.send(hello)
			s.next()
			s.tool("browser_click", `{"target":"css=b"}`)
			got := s.tool("browser_navigate", `{"url":"https://other.example/"}`)
			if got.Result.IsError || !strings.HasPrefix(got.text(), "dismissed: alert: ") || strings.Contains(got.text(), "and was closed") != c.closed || closed != c.closed {
				t.Errorf("answered\n%s", got.text())
			}
		})
	}
}

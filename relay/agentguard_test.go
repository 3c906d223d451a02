package relay_test

import (
	"strings"
	"testing"
)

// SN-040, SN-041, SN-042, SN-044: what did nothing twice is not done a third
// time; a page that changes may be clicked for ever, and looked at as well.
func TestAgentLoop(t *testing.T) {
	t.Parallel()
	t.Run("a page that stays as it is", func(t *testing.T) {
		p := &scriptedPage{body: still}
		s := surf(t, p)
		for _, arguments := range []string{`{"target":"css=b","button":"left"}`, `{"button":"left", "target":"css=b"}`} {
			s.tool("browser_click", arguments)
		}
		got := s.tool("browser_click", `{ "target":"css=b","button":"left"}`)
		if got.Result.StructuredContent.Error.Code != "LOOP" || !got.Result.IsError || strings.Contains(got.text(), "browser_snapshot") {
			t.Errorf("the third is answered\n%s", got.text())
		}
		if p.clicks != 2 {
			t.Errorf("the upstream was clicked %d times", p.clicks)
		}
		if got := s.tool("browser_click", `{"target":"css=c"}`); got.Result.IsError {
			t.Errorf("another element is answered\n%s", got.text())
		}
	})
	t.Run("a page that changes", func(t *testing.T) {
		s := surf(t, &scriptedPage{body: counting})
		for range 5 {
			if got := s.tool("browser_click", `{"target":"css=b"}`); got.Result.IsError {
				t.Errorf("answered\n%s", got.text())
			}
		}
	})
	t.Run("a row of dialogs", func(t *testing.T) {
		s := surf(t, &scriptedPage{body: still})
		for _, c := range [][2]string{
			{"browser_dialog", `{"action":"accept"}`},
			{"browser_handle_dialog", `{"accept":true}`},
			{"browser_batch", `{"steps":[{"tool":"browser_dialog","arguments":{"action":"dismiss"}}]}`},
		} {
			for i := range 4 {
				if got := s.tool(c[0], c[1]); got.Result.IsError {
					t.Errorf("answer %d by %s is answered\n%s", i, c[0], got.text())
				}
			}
		}
		for range 3 { // a dialog that was answered between two calls parts them
			if got := s.tool("browser_click", `{"target":"css=b"}`); got.Result.IsError {
				t.Errorf("answered\n%s", got.text())
			}
			s.tool("browser_dialog", `{"action":"accept"}`)
		}
	})
	t.Run("looks", func(t *testing.T) {
		p := &scriptedPage{body: still}
		s := surf(t, p)
		for range 8 {
			s.tool("browser_snapshot", `{}`)
		}
		if n := strings.Count(p.made(), "look"); n != 8 {
			t.Errorf("%d of 8 snapshots were made", n)
		}
	})
}

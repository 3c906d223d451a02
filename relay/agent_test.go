package relay_test

import (
	"fmt"
	"strings"
	"testing"
)

// CD-100, CD-101, CD-104, CD-105: the first look is whole, a later one says what
// changed, a snapshot of the client's own moves what is compared with.
func TestAgentDelta(t *testing.T) {
	t.Parallel()
	s := surf(t, &scriptedPage{body: counting})
	for i, want := range []string{
		"done\n--\npage: Shop — https://shop.example/\ne2: button \"Add\"\n\"1 added\"\nerrors: 2",
		"done\n--\n- \"1 added\"\n+ \"2 added\"\nerrors: 0",
	} {
		if got := s.tool("browser_click", `{"target":"css=b"}`).text(); got != want {
			t.Errorf("click %d is answered\n%s\nwant\n%s", i, got, want)
		}
	}
	if got := s.tool("browser_snapshot", `{}`); len(got.Result.Content) != 1 || !strings.HasPrefix(got.text(), "page: Shop") {
		t.Errorf("a snapshot is answered\n%s", got.text())
	}
	if got := s.tool("browser_hover", `{"target":"e2"}`).text(); got != "done\n--\n(no a11y changes)\nerrors: 0" {
		t.Errorf("a call without effect is answered\n%s", got)
	}
}

// CD-051, U18: calls that come at once are made one after another, each with its
// look, and answered in their order.
func TestAgentOneAtATime(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: counting}
	s := surf(t, p)
	var lines []string
	for id := range 5 {
		lines = append(lines, call(id+1, "browser_click", `{"target":"css=b"}`))
	}
	s.send(strings.Join(lines, "\n"))
	for id := 1; id <= 5; id++ {
		if got := s.result(); got.ID != id || !strings.Contains(got.text(), fmt.Sprintf("\"%d added\"\nerrors", id)) {
			t.Errorf("answer %d has id %d and says\n%s", id, got.ID, got.text())
		}
	}
	if want := strings.TrimSpace(strings.Repeat("browser_click look ", 5)); p.made() != want {
		t.Errorf("the upstream was called %s", p.made())
	}
}

// CD-066, CD-081, CD-082, CD-083, CD-084: a failure keeps the upstream's words
// and gets a code; with a stale ref comes the page; a ref that nobody was shown
// makes no call.
func TestAgentErrors(t *testing.T) {
	t.Parallel()
	const stale = "### Error\nError: Ref e2 not found in the current page snapshot. Try capturing new snapshot."
	p := &scriptedPage{body: counting, click: func(int) string { return stale }}
	s := surf(t, p)
	if got := s.tool("browser_click", `{"target":"e2"}`).Result.StructuredContent.Error.Code; got != "BARE_REF" || p.made() != "" {
		t.Errorf("a ref that was never shown is %s, after %q", got, p.made())
	}
	s.tool("browser_snapshot", `{}`)
	got := s.tool("browser_click", `{"target":"e2"}`)
	fault := got.Result.StructuredContent.Error
	if !got.Result.IsError || fault.Code != "STALE_REF" || fault.Detail.Reason != "detached" {
		t.Errorf("the code is %+v", fault)
	}
	if text := got.text(); !strings.HasPrefix(text, stale+"\n--\ncode: STALE_REF\n") || !strings.Contains(text, "\n--\npage: Shop — https://shop.example/\ne2: button") {
		t.Errorf("it says\n%s", text)
	}
}

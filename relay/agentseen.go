package relay

import (
	"fmt"
	"strings"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// consoled is how many errors the console of a page had at the last look at it, and
// in which document.
type consoled struct {
	document string
	errors   int
}

// looked remembers a look at the page and says what is new in it, the errors of
// its console last (CD-104). A dialog hides the page, and with it the console:
// the next delta is measured from the look before it.
func (s *agent) looked(now *sight) string {
	text := snapshot.Diff(s.seen, now.page, now.options)
	return text + s.remember(now)
}

// remember makes this look the last one, and gives the line of its errors.
func (s *agent) remember(now *sight) string {
	if now.page.Dialog != "" {
		return ""
	}
	in := document(now.page)
	before, since := s.errors[now.id], now.errors
	if in == before.document && since >= before.errors { // the console of a new document starts anew
		since -= before.errors
	}
	s.errors[now.id] = consoled{in, now.errors}
	s.raw, s.seen = now.raw, now.page
	var lines []string
	if now.note != "" {
		lines = append(lines, now.note)
	}
	if now.events != "" {
		lines = append(lines, now.events)
	}
	if tabs := surface.Tabs(now.tabs, now.current, s.tabs, s.relay.listed("browser_tabs")); tabs != "" {
		lines = append(lines, tabs)
	}
	s.tabs = len(now.tabs)
	return "\n" + strings.Join(append(lines, fmt.Sprintf("errors: %d", since)), "\n")
}

// whole remembers a look at the page and shows all of it.
func (s *agent) whole(now *sight) string {
	text, _ := snapshot.Render(now.page, now.options)
	return text + s.remember(now)
}

// document is what the refs of a page have in common.
func document(p *snapshot.Page) (prefix string) {
	if p == nil {
		return "none"
	}
	p.Walk(func(n *snapshot.Node) bool {
		if prefix == "" && n.Ref != "" {
			prefix = surface.Document(n.Ref) + "e"
		}
		return prefix == ""
	})
	return prefix
}

package snapshot

import (
	"fmt"
	"strings"
)

// Unchanged is what Diff says when nothing changed (CD-101).
const Unchanged = "(no a11y changes)"

// maxChanges bounds a delta.
const maxChanges = 40

// Diff says what changed from before to after: a line `+` for what is new or
// changed, a line `-` for what is gone. An element that kept its ref is one `+`
// line with what it is now. Equal lines are counted (CD-097); a ref alone is no
// change, nor is the focus, which follows every click. Of another document, at
// another address or without a ref in common, it is all of Render (CD-102).
func Diff(before, after *Page, o Options) string {
	if after.Dialog != "" || before == nil || before.URL != after.URL || before.Dialog == "" && !related(before, after) {
		text, _ := Render(after, o)
		return text
	}
	old, now := flatten(before, o), flatten(after, o)
	gone := make(map[string]int) // by line
	for _, i := range old {
		gone[i.key()]++
	}
	var added []*item
	refs := make(map[string]bool) // of elements that are still there, changed or not
	for _, i := range now {
		if ref := i.node.Ref; ref != "" {
			refs[ref] = true
		}
		if gone[i.key()] > 0 {
			gone[i.key()]--
		} else {
			added = append(added, i)
		}
	}
	var lines []string
	if before.Title != after.Title {
		lines = append(lines, "+ "+header(after))
	}
	for n := len(old) - 1; n >= 0; n-- { // of equal lines the last are gone
		i := old[n]
		i.shown = gone[i.key()] > 0
		if i.shown {
			gone[i.key()]--
		}
	}
	for _, i := range old {
		if i.shown && !(i.kind == element && refs[i.node.Ref]) && i.kind != container {
			lines = append(lines, "- "+i.key())
		}
	}
	for _, i := range added {
		if i.kind != container {
			lines = append(lines, "+ "+i.line())
		}
	}
	return delta(lines)
}

func delta(lines []string) string {
	if len(lines) == 0 {
		return Unchanged
	}
	if more := len(lines) - maxChanges; more > 1 {
		lines = append(lines[:maxChanges], fmt.Sprintf("… %d more changes: browser_snapshot", more))
	}
	return strings.Join(lines, "\n")
}

// related says whether two pages are looks at one document: a new one shares no
// ref with it (U8).
func related(before, after *Page) bool {
	refs := make(map[string]bool)
	before.Walk(func(n *Node) bool {
		if n.Ref != "" {
			refs[n.Ref] = true
		}
		return true
	})
	shared, any := false, false
	after.Walk(func(n *Node) bool {
		any = any || n.Ref != ""
		shared = shared || refs[n.Ref]
		return !shared
	})
	return shared || !any && len(refs) == 0
}

package snapshot

import (
	"fmt"
	"strings"
)

// Unchanged is what Diff says when nothing changed (CD-101).
const Unchanged = "(no a11y changes)"

// What a delta shows at most: new and changed elements, and lines that are gone.
const (
	maxAdded = 30
	maxGone  = 10
)

// Diff says what changed from before to after: a line `-` for what is gone, a
// line `+` for what is new or changed. An element that kept its ref is one `+`
// line with what it is now; so is one that took the place of an equal one, since
// the old ref leads nowhere any more. Equal lines are counted (CD-097); the focus,
// which follows every click, is no change. Of another document, at another address
// or without a ref in common, it is all of Render (CD-102), and so it is where
// that is shorter.
func Diff(before, after *Page, o Options) string {
	if after.Dialog != "" || before == nil || before.URL != after.URL || !related(before, after) {
		full, _ := Render(after, o)
		return full
	}
	gone, added := compare(flatten(before, o), flatten(after, o))
	var lines []string
	for _, i := range gone {
		lines = append(lines, "- "+i.key())
	}
	if more := len(lines) - maxGone; more > 1 {
		lines = append(lines[:maxGone], fmt.Sprintf("- … %d more", more))
	}
	if before.Title != after.Title {
		lines = append(lines, "+ "+header(after))
	}
	spend(added, maxAdded)
	more := 0
	for _, i := range added {
		if i.shown {
			lines = append(lines, "+ "+i.line())
		} else {
			more++
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("+ … %d more: browser_snapshot", more))
	}
	if len(lines) == 0 {
		return Unchanged
	}
	text := strings.Join(lines, "\n")
	if full, _ := Render(after, o); len(full) <= len(text) {
		return full
	}
	return text
}

// compare finds the lines of old that now has no equal for, and the other way
// round. A line whose element is still there is not gone but changed.
func compare(old, now []*item) (gone, added []*item) {
	surplus := make(map[string]int) // how many more lines of this text old has
	was := make(map[string]bool)
	for _, i := range old {
		surplus[i.key()]++
		was[i.node.Ref] = true
	}
	still := make(map[string]bool)
	for _, i := range now {
		if i.kind == element {
			still[i.node.Ref] = true
		}
		replaced := i.kind == element && !was[i.node.Ref] // by one that reads the same: its ref is what is new
		if surplus[i.key()]--; (surplus[i.key()] < 0 || replaced) && i.kind != container {
			added = append(added, i)
		}
	}
	for _, i := range old {
		changed := i.kind == element && i.node.Ref != "" && still[i.node.Ref]
		if !changed && i.kind != container && surplus[i.key()] > 0 {
			surplus[i.key()]--
			gone = append(gone, i)
		}
	}
	return gone, added
}

// related says whether two pages are looks at one document: a new one shares no
// ref with it (U8).
func related(before, after *Page) bool {
	refs := make(map[string]bool)
	before.Walk(func(n *Node) bool {
		refs[n.Ref] = true
		return true
	})
	delete(refs, "")
	shared, any := false, false
	after.Walk(func(n *Node) bool {
		any = any || n.Ref != ""
		shared = shared || refs[n.Ref]
		return !shared
	})
	return shared || !any && len(refs) == 0
}

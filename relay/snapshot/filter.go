package snapshot

import (
	"regexp"
	"strings"
)

// Drop takes out the nodes with these refs and all that is below them: what is
// hidden from assistive technology or inert is hidden from the agent too
// (CD-094). The upstream shows both (U9b), and only the page can tell.
func (p *Page) Drop(refs map[string]bool) {
	p.Roots = drop(p.Roots, refs)
}

func drop(nodes []*Node, refs map[string]bool) []*Node {
	kept := nodes[:0]
	for _, n := range nodes {
		if n.Ref != "" && refs[n.Ref] || n.has("aria-hidden") {
			continue
		}
		n.Children = drop(n.Children, refs)
		kept = append(kept, n)
	}
	clear(nodes[len(kept):])
	return kept
}

// Like takes out what another look at the same document does not show: the nodes
// that it does not have, and the values that it keeps to itself.
func (p *Page) Like(whole *Page) {
	shown := make(map[string]*Node)
	whole.Walk(func(n *Node) bool {
		shown[n.Ref] = n
		return true
	})
	missing, filled := make(map[string]bool), make(map[string]bool)
	p.Walk(func(n *Node) bool {
		known := shown[n.Ref]
		missing[n.Ref], filled[n.Ref] = known == nil, known != nil && known.Filled
		return true
	})
	p.Drop(missing)
	p.Suppress(filled)
}

var refInLine = regexp.MustCompile(` \[ref=((?:f[0-9]+)?e[0-9]+)\]`)

// LikeLines is Like for lines of a snapshot that stand in other text, as those
// that browser_find gives: a line with a ref that the look does not have goes, with
// all lines below it that are indented further.
func LikeLines(text string, whole *Page) string {
	var kept []string
	hidden := -1 // how far the line is indented that hides those below
	for line := range strings.SplitSeq(text, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if hidden >= 0 && indent > hidden {
			continue
		}
		hidden = -1
		if found := refInLine.FindStringSubmatchIndex(line); found != nil {
			n := whole.Find(line[found[2]:found[3]])
			if n == nil {
				hidden = indent
				continue
			}
			if n.Filled {
				line, hidden = line[:found[1]], indent
			}
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

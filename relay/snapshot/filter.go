package snapshot

import "strings"

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

// Hidden are the refs that a look at the page found to be hidden, and those of
// fields whose values are: for texts of the upstream's own about the same page.
// Known are all that the look judged; the value of a field that it did not is
// hidden too. A nil Known is everything.
type Hidden struct{ Gone, Filled, Known map[string]bool }

// Unknown is what is hidden of a page that could not be looked at.
func Unknown() Hidden { return Hidden{Known: map[string]bool{}} }

// Hide takes both out of a page.
func (p *Page) Hide(h Hidden) {
	p.Drop(h.Gone)
	p.Walk(func(n *Node) bool {
		if h.empties(n) {
			n.empty()
		}
		return true
	})
}

// empties reports whether the value of a field is hidden.
func (h Hidden) empties(n *Node) bool {
	return n.Ref != "" && h.Filled[n.Ref] || typed(n.Role) && h.Known != nil && !h.Known[n.Ref]
}

// Refs are the refs of everything on a page.
func (p *Page) Refs() map[string]bool {
	refs := map[string]bool{}
	p.Walk(func(n *Node) bool {
		refs[n.Ref] = n.Ref != ""
		return true
	})
	return refs
}

// Lines takes both out of lines of a snapshot that stand in other text, as those
// that browser_find gives: what is indented further than a hidden line is below it.
func (h Hidden) Lines(text string) string {
	var kept []string
	above := -1 // how far the line is indented below which nothing is shown
	for line := range strings.SplitSeq(text, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if above >= 0 && indent > above {
			continue
		}
		above = -1
		if n, ok := readEntry(line[indent:], nil); ok && n != nil {
			if h.Gone[n.Ref] || n.Ref != "" && n.has("aria-hidden") {
				above = indent
				continue
			}
			if h.empties(n) {
				line, above = line[:indent]+"- "+n.Role+" "+quote(n.Name)+" [ref="+n.Ref+"]", indent
			}
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

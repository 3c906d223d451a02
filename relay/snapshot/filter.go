package snapshot

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

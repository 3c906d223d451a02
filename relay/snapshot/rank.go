package snapshot

// enter is the place that a node makes of the place it stands in.
func (f *flattener) enter(n *Node, facts *facts, at place) place {
	inside := at.inner
	at.inner = true
	at.margin = at.margin || in(n.Role, surrounds)
	if at.group == nil {
		at.group = groupOf(n, facts)
	}
	switch {
	case n == f.modal:
		at.overlay, at.modal, at.group, at.margin = true, true, nil, false
	case in(n.Role, dialogs), n.Ref != "" && f.options.Overlays[n.Ref], inside && asksAboutCookies(n, facts):
		at.overlay, at.group, at.margin = true, nil, false
	}
	return at
}

// asksAboutCookies says whether a node is the smallest that speaks of cookies and
// has buttons: a bar above the page, wherever it stands in it (SN-028).
func asksAboutCookies(n *Node, f *facts) bool {
	return f.cookies && f.asking == 0 && f.buttons > 0 && f.controls <= 8 && f.chars <= 8*maxChars &&
		!f.usable && n.Role != "main" && !in(n.Role, surrounds)
}

// findModal is the layer that has to be dealt with first (SN-026): the one that
// the caller names, else the last dialog with a control that does not merely ask
// about cookies.
func (f *flattener) findModal(p *Page) (modal *Node) {
	if f.options.Modal == NoModal {
		return nil
	}
	p.Walk(func(n *Node) bool {
		switch {
		case f.options.Modal != "":
			if n.Ref == f.options.Modal {
				modal = n
			}
		case in(n.Role, dialogs) && f.facts[n].controls > 0 && !f.facts[n].cookies:
			modal = n
		}
		return true
	})
	return modal
}

// rank says when an element gets its share of the budget. In a row or a card
// only what is there once stands out: one "Add to cart" is what a page is for,
// a hundred are its content (SN-023).
func (f *flattener) rank(n *Node, at place) rank {
	name := nameOf(n)
	grouped := at.group != nil && (at.group.row || len(at.group.parts) > 0)
	control := n.Role != "link" || len(name) <= maxChars/4
	switch {
	case at.overlay:
		return layers
	case grouped && (f.names[n.Role+n.Name] > 1 || in(n.Role, toggles)):
		return content
	case n.Role == "searchbox", typed(n.Role), n.Role == "listbox", n.Role == "slider":
		return fields
	case in(n.Role, toggles):
		return switches
	case control && (sortWords.speaks(name) || searchWords.speaks(name)):
		return sorting
	case control && primaryWords.speaks(name):
		return primary
	case grouped:
		return content
	case at.margin:
		return margins
	}
	return content
}

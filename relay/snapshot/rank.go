package snapshot

// enter is the place that a node makes of the place it stands in.
func (f *flattener) enter(n *Node, facts *facts, at place) place {
	at.margin = at.margin || in(n.Role, surrounds)
	if at.group == nil {
		at.group = groupOf(n, facts)
	}
	switch {
	case n == f.modal:
		at.overlay, at.modal, at.group, at.margin = true, true, nil, false
	case in(n.Role, dialogs), n.Ref != "" && f.options.Overlays[n.Ref], asksAboutCookies(facts):
		at.overlay, at.group, at.margin = true, nil, false
	}
	return at
}

// asksAboutCookies says whether a node is the smallest that speaks of cookies and
// has something to press: a bar above the page, wherever it stands in it (SN-028).
func asksAboutCookies(f *facts) bool {
	return f.cookies && f.asking == 0 && f.controls > 0 && f.controls <= 8 && f.chars <= 8*maxChars
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

// rank says when an element gets its share of the budget.
func (f *flattener) rank(n *Node, at place) rank {
	name := nameOf(n)
	switch {
	case at.overlay:
		return layers
	case at.group != nil && (at.group.row || len(at.group.parts) > 0):
		return content
	case n.Role == "searchbox", typed(n.Role), n.Role == "listbox", n.Role == "slider":
		return fields
	case sortWords.MatchString(name) && n.Role != "link", searchWords.MatchString(name) && n.Role == "button":
		return sorting
	case n.Role == "button" && primaryWords.MatchString(name):
		return primary
	case at.margin:
		return margins
	case in(n.Role, toggles):
		return switches
	}
	return content
}

package snapshot

import "strings"

// flattener turns a tree into the lines that could be shown, in the order of the
// page. Containers that say nothing themselves are folded: what is in them
// stands where they stood.
type flattener struct {
	facts   map[*Node]*facts
	names   map[string]int // how many controls share a role and a name
	options Options
	modal   *Node
	items   []*item
}

// place is where in the page a node stands.
type place struct {
	inside  *item
	group   *group // the row or card around it
	overlay bool
	modal   bool
	margin  bool
	inner   bool   // not a root
	mute    bool   // the texts here have been said already
	level   string // of the heading around it
}

func flatten(p *Page, o Options) []*item {
	f := &flattener{facts: make(map[*Node]*facts), names: make(map[string]int), options: o}
	count(p.Roots, f.facts)
	for n, facts := range f.facts {
		if facts.usable {
			f.names[n.Role+n.Name]++
		}
	}
	f.modal = f.findModal(p)
	f.nodes(p.Roots, place{})
	return dropLabels(f.items)
}

func (f *flattener) add(k kind, n *Node, at place, body string) *item {
	i := &item{kind: k, rank: content, node: n, body: body, inside: at.inside, overlay: at.overlay, modal: at.modal, times: 1}
	if k == container {
		i.body += " (container)"
	}
	f.items = append(f.items, i)
	return i
}

func (f *flattener) nodes(nodes []*Node, at place) {
	for _, n := range nodes {
		f.node(n, at)
	}
}

// node adds the lines of a node and of all below it.
func (f *flattener) node(n *Node, at place) {
	facts := f.facts[n]
	at = f.enter(n, facts, at)
	switch {
	case n.Unknown != "":
		f.add(unknown, n, at, clip(n.Unknown, 10*maxChars))
	case n.Role == "text":
		f.prose(n, at, n.Text)
	case facts.usable:
		f.element(n, at)
	case n.Role == "heading":
		f.heading(n, at)
	case in(n.Role, statuses), n.Ref != "" && f.options.Status[n.Ref]:
		f.status(n, at)
	case n.Role == "img":
		if n.Name != "" && !at.mute && at.group == nil {
			f.add(semantic, n, at, "img "+quote(n.Name))
		}
		f.nodes(n.Children, at)
	case n.Role == "row" && facts.controls == 0:
		f.prose(n, at, strings.Join(pieces(n, nil), " · "))
	case f.isContainer(n):
		at.inside = f.add(container, n, at, f.describe(n, ""))
		f.below(n, at)
	case n.Name != "" && n.Ref != "" && n.Role == "generic" && len(n.Children) == 0:
		f.add(semantic, n, at, f.describe(n, ""))
	case f.isBlock(n):
		f.prose(n, at, said(n))
		at.mute = true
		f.nodes(n.Children, at)
	default:
		f.below(n, at)
	}
}

// below adds what stands in a node: its own text, then its children.
func (f *flattener) below(n *Node, at place) {
	if n.Text != "" {
		f.prose(n, at, n.Text)
	} else if in(n.Role, cells) && len(n.Children) == 0 {
		f.prose(n, at, n.Name)
	}
	f.nodes(n.Children, at)
}

func (f *flattener) prose(n *Node, at place, text string) {
	if text = clip(text, maxChars); text != "" && !at.mute && at.group == nil {
		f.add(prose, n, at, quote(text)).text = text
	}
}

// element adds something that can be used.
func (f *flattener) element(n *Node, at place) {
	i := f.add(element, n, at, f.describe(n, at.level))
	i.rank = f.rank(n, at)
	if at.group != nil {
		i.context = at.group.context(n)
	}
	at.mute, at.level = true, ""
	f.nodes(n.Children, at)
}

// heading adds a heading, or the one link that it consists of.
func (f *flattener) heading(n *Node, at place) {
	level, _ := n.Get("level")
	if f.facts[n].controls == 1 && len(n.Children) == 1 && f.facts[n.Children[0]].usable {
		at.level = level
		f.node(n.Children[0], at)
		return
	}
	if at.group == nil || level == "1" {
		f.add(semantic, n, at, f.describe(n, ""))
	}
	at.mute = true
	f.nodes(n.Children, at)
}

// status adds what tells the outcome of something (CD-096); an empty one says nothing.
func (f *flattener) status(n *Node, at place) {
	text := n.Name
	if s := said(n); s != "" && s != n.Name {
		text = strings.TrimSpace(n.Name + " " + s)
	}
	if text != "" && !at.mute {
		role := "status"
		if in(n.Role, statuses) {
			role = n.Role
		}
		f.add(status, n, at, role+" "+quote(text)).text = clip(text, maxChars)
	}
	at.mute = true
	f.nodes(n.Children, at)
}

// isContainer says whether a container is worth a line (CD-091): it has a name,
// or is a page of its own, a dialog, or marked by the caller.
func (f *flattener) isContainer(n *Node) bool {
	return n.Role == "iframe" || in(n.Role, dialogs) || n.Name != "" && in(n.Role, landmarks) || n.Ref != "" && f.options.Marks[n.Ref] != ""
}

// isBlock says whether a node is a run of text, links in it included.
func (f *flattener) isBlock(n *Node) bool {
	if n.Role == "paragraph" {
		return true
	}
	hasText := false
	for _, c := range n.Children {
		if !in(c.Role, inline) || c.Role == "generic" && (c.Name != "" || f.facts[c].controls > 0) {
			return false
		}
		hasText = hasText || c.Role == "text"
	}
	return hasText
}

// dropLabels takes out texts that a control next to them has for a name.
func dropLabels(items []*item) []*item {
	kept := items[:0:0]
	for at, i := range items {
		if i.kind == prose && (names(items, at-1, i.text) || names(items, at+1, i.text)) {
			continue
		}
		kept = append(kept, i)
	}
	return kept
}

func names(items []*item, at int, text string) bool {
	if at < 0 || at >= len(items) || items[at].kind == prose || items[at].kind == unknown {
		return false
	}
	name := clip(items[at].node.Name, maxChars)
	return name != "" && (name == text || name == strings.TrimRight(text, " :*"))
}

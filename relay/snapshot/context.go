package snapshot

import (
	"slices"
	"strings"
)

// A group is a row of a table, an entry of a list or a card: a few controls and
// the texts that tell them from those of the next group (SN-029, SN-030).
type group struct {
	parts []string
	row   bool
	used  bool // a control has told all of it
}

// maxGroup is how many controls an entry or a card has at most.
const maxGroup = 4

// groupOf is the group that a node makes, nil where it makes none.
func groupOf(n *Node, f *facts) *group {
	switch {
	case f.controls == 0 || f.chars > 4*maxChars:
		return nil
	case n.Role == "row":
		return &group{parts: pieces(n, nil), row: true}
	case f.controls > maxGroup:
		return nil
	case f.price && f.priced <= 1 && !in(n.Role, surrounds) && n.Role != "main" && len(n.Children) > 1:
		return &group{parts: pieces(n, firstLink(n))}
	case n.Role == "listitem":
		return &group{parts: pieces(n, nil)}
	}
	return nil
}

// context is what the group says of a control beside the control's own name:
// `Add to cart | NAME · PRICE`. The first control of a row has all of it, the
// others what the row begins with.
func (g *group) context(n *Node) string {
	name, named := nameOf(n), false
	var rest []string
	for _, part := range g.parts {
		if strings.Contains(name, part) {
			named = true
		} else {
			rest = append(rest, part)
		}
	}
	switch {
	case len(rest) == 0 || g.used && (named || n.Role == "link"):
		return ""
	case g.used && g.row && len(rest) > 1:
		return clip(rest[0], maxChars/2) + " · …"
	}
	g.used = true
	return clip(strings.Join(rest, " · "), maxChars)
}

// maxPieces is more than what fits into a line.
const maxPieces = 24

// pieces are the texts of a node that no control in it has for a name. The name
// of the link that is its title counts.
func pieces(n *Node, title *Node) (parts []string) {
	var labels []string
	add := func(text string) {
		text = clip(text, maxChars)
		if text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	var visit func(*Node)
	visit = func(n *Node) {
		switch {
		case len(parts) >= maxPieces || len(labels) >= maxPieces:
			return
		case n == title:
			add(nameOf(n))
			return
		case typed(n.Role), in(n.Role, pressed):
			labels = append(labels, n.Name)
			return
		case n.Text != "":
			add(n.Text)
		case len(n.Children) == 0 || in(n.Role, cells) && n.Name != "":
			add(n.Name)
			return
		}
		for _, c := range n.Children {
			visit(c)
		}
	}
	for _, c := range n.Children {
		visit(c)
	}
	return slices.DeleteFunc(parts, func(part string) bool { return slices.Contains(labels, part) })
}

// firstLink is the link that names a card: the first with a name.
func firstLink(n *Node) (link *Node) {
	walk(n.Children, func(c *Node) bool {
		if link == nil && c.Role == "link" && nameOf(c) != "" {
			link = c
		}
		return link == nil
	})
	return link
}

package snapshot

import "slices"

// A Page is what the upstream said of a page. The zero value is an empty page.
type Page struct {
	Title, URL string
	Dialog     string // what the upstream says of the dialog that blocks the page; empty: none
	Roots      []*Node
	Unknown    int // how many lines of the snapshot were not understood
}

// A Node is one entry of a snapshot. Text that stands between elements is a node
// of the role "text"; a line that was not understood is a node without a role,
// and Unknown is that line.
type Node struct {
	Role, Name, Ref  string
	Attributes       []Attribute // in the upstream's order, without the ref
	Text             string      // what stands behind the colon: text, or a field's value
	URL, Placeholder string
	Children         []*Node
	Unknown          string
	Filled           bool // the field holds a value that is not shown (CD-092)
}

// An Attribute is what stands in brackets: [checked], [level=2].
type Attribute struct{ Key, Value string }

// Get is the value of an attribute, "true" for one without a value.
func (n *Node) Get(key string) (value string, ok bool) {
	i := slices.IndexFunc(n.Attributes, func(a Attribute) bool { return a.Key == key })
	if i < 0 {
		return "", false
	}
	return n.Attributes[i].Value, true
}

func (n *Node) has(key string) bool {
	_, ok := n.Get(key)
	return ok
}

// Walk shows every node to visit, parents first, in the order of the page. Where
// visit returns false, the node's children are passed over.
func (p *Page) Walk(visit func(*Node) bool) { walk(p.Roots, visit) }

func walk(nodes []*Node, visit func(*Node) bool) {
	for _, n := range nodes {
		if visit(n) {
			walk(n.Children, visit)
		}
	}
}

// Find is the node with this ref, nil where there is none.
func (p *Page) Find(ref string) (found *Node) {
	if ref == "" {
		return nil
	}
	p.Walk(func(n *Node) bool {
		if found == nil && n.Ref == ref {
			found = n
		}
		return found == nil
	})
	return found
}

package snapshot

import "unicode/utf8"

// facts is what a node and all below it amount to. They are counted once, from
// the leaves up, so that a page is read in linear time.
type facts struct {
	usable   bool // the node itself can be used
	controls int  // how many can be, the node included
	chars    int  // of text
	price    bool // a text in it reads like a price
	cookies  bool // and one like a question about cookies
	priced   int  // children with a price and a control
	asking   int  // children that ask about cookies and have a button
	buttons  int  // the node included
}

// count gathers the facts of nodes and all below them.
func count(nodes []*Node, all map[*Node]*facts) {
	for _, n := range nodes {
		count(n.Children, all)
		f := &facts{chars: utf8.RuneCountInString(n.Text)}
		f.read(n.Text)
		if !typed(n.Role) {
			f.read(n.Name)
		}
		for _, child := range n.Children {
			c := all[child]
			f.controls += c.controls
			f.chars += c.chars
			f.price = f.price || c.price
			f.cookies = f.cookies || c.cookies
			if c.price && c.controls > 0 {
				f.priced++
			}
			f.buttons += c.buttons
			if c.cookies && c.buttons > 0 && !c.usable {
				f.asking++
			}
		}
		if f.usable = usable(n, f.controls); f.usable {
			f.controls++
		}
		if n.Role == "button" {
			f.buttons++
		}
		all[n] = f
	}
}

func (f *facts) read(text string) {
	f.price = f.price || hasPrice(text)
	f.cookies = f.cookies || cookieWords.speaks(text)
}

// usable says whether a node can be used: by its role, or since the pointer
// turns into a hand over it and nothing in it is a control of its own.
func usable(n *Node, inside int) bool {
	switch {
	case n.Role == "option":
		return n.Ref != "" // the options of a select have none: the select is used
	case typed(n.Role), in(n.Role, pressed):
		return true
	}
	return inside == 0 && n.Ref != "" && n.has("cursor")
}

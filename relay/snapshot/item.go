package snapshot

// An item is one line that could be shown.
type item struct {
	kind    kind
	rank    rank
	node    *Node
	body    string // the line without its ref and its context
	context string // what the row or card says beside it
	text    string // of a text: what it says
	inside  *item  // the container that it stands in; nil: none
	overlay bool   // it stands in a layer above the page
	modal   bool   // and nothing else can be used
	times   int    // equal links that this line stands for
	shown   bool
}

type kind int

const (
	element   kind = iota // can be used: counts against the budget
	semantic              // says what is where: headings, images
	container             // named; shown where something in it is shown
	status                // says what happened
	prose                 // any other text
	unknown               // a line that was not understood, as it came
)

// rank is the order in which the budget is spent (SN-021…030).
type rank int

const (
	fields   rank = iota // what is typed into or chosen from
	sorting              // sort, filter and search
	primary              // what the page is there for
	layers               // dialogs and cookie bars
	switches             // checkboxes, tabs, entries of menus
	content              // rows, cards and the rest of the page's middle
	margins              // navigation, banner, footer
	ranks
)

// line is the item as it is read: `e6: button "Sign in" | row · of · it`.
func (i *item) line() string {
	if i.node.Ref == "" || i.kind == prose || i.kind == status || i.kind == unknown {
		return i.key()
	}
	return i.node.Ref + ": " + i.key()
}

// key is what makes two items the same: all but the ref and the focus.
func (i *item) key() string {
	if i.context != "" {
		return i.body + " | " + i.context
	}
	return i.body
}

// depth is how many containers that are shown it stands in.
func (i *item) depth() (depth int) {
	for c := i.inside; c != nil; c = c.inside {
		depth++
	}
	return depth
}

package settings

import "bytes"

// Take takes the entry out with its comma and its line, the opposite of what
// Put does; the table around it stays, empty if need be.
func (f JSON) Take(text []byte, path ...string) ([]byte, error) {
	doc, err := f.scan(text)
	if err != nil || doc.root == nil {
		return text, err
	}
	object := doc.root
	for i, name := range path {
		m, err := doc.member(object, name)
		if err != nil || m == nil {
			return text, err
		}
		if i == len(path)-1 {
			return checkTake(f, text, doc.remove(object, m), path)
		}
		object = m.value
	}
	return nil, errUneditable
}

// remove takes a member out of its object.
func (d *document) remove(n *node, m *member) []byte {
	to := m.value.end
	if m.comma >= 0 {
		to = m.comma + 1
	}
	from, ownLine := d.lead(m, to)
	if m.comma >= 0 {
		if !ownLine && to < len(d.text) && d.text[to] == ' ' {
			to++
		}
		return splice(d.text, from, to, "")
	}
	if len(n.members) == 1 { // alone: the white space around it was made for it
		before, after := d.text[n.start+1:m.start], d.text[to:n.end-1]
		if blank(before) && blank(after) {
			return splice(d.text, n.start+1, n.end-1, "")
		}
		return splice(d.text, from, to, "")
	}
	previous := n.members[len(n.members)-2] // the last one: the comma before it goes too
	out := splice(d.text, from, to, "")
	return splice(out, previous.comma, previous.comma+1, "")
}

// lead is where a member that ends at to begins with the white space that
// leads to it: the end of the line before, where it has its lines to itself.
// What follows on its last line would otherwise come to stand behind whatever
// comment ends the line before.
func (d *document) lead(m *member, to int) (from int, ownLine bool) {
	start := lineStart(d.text, m.start)
	if start == 0 || !blank(d.text[start:m.start]) || !onlyComments(d.text[to:lineEnd(d.text, to)]) {
		return m.start, false
	}
	return start - len(breakBefore(d.text, start)), true
}

// breakBefore is the line break that ends just before an offset.
func breakBefore(text []byte, at int) []byte {
	if bytes.HasSuffix(text[:at], []byte("\r\n")) {
		return text[at-2 : at]
	}
	return text[at-1 : at]
}

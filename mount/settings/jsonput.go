package settings

import "bytes"

// Put lays the entry down as the first of its object, since that is the one
// place where no other line changes, not even by a comma.
func (f JSON) Put(text []byte, entry Table, path ...string) ([]byte, error) {
	doc, err := f.scan(text)
	if err != nil {
		return nil, err
	}
	if doc.root == nil {
		return checkPut(f, text, doc.whole(nest(entry, path)), entry, path)
	}
	object, compact := doc.root, false
	for i, name := range path {
		m, err := doc.member(object, name)
		if err != nil {
			return nil, err
		}
		compact = doc.compact(object, compact)
		var after []byte
		switch {
		case m == nil:
			after = doc.insert(object, compact, name, nest(entry, path[i+1:]))
		case i == len(path)-1:
			l := doc.layout(indentation(text, m.start), compact)
			after = splice(text, m.value.start, m.value.end, l.object(entry))
		default:
			object = m.value
			continue
		}
		return checkPut(f, text, after, entry, path)
	}
	return nil, errUneditable // an empty path: nobody asks
}

// nest wraps an entry into the tables that lead to it.
func nest(entry Table, path []string) Table {
	for i := len(path) - 1; i >= 0; i-- {
		entry = Table{{path[i], entry}}
	}
	return entry
}

// whole is a file that held no value before; what it held stays in front.
func (d *document) whole(t Table) []byte {
	newline := lineBreak(d.text)
	out := bytes.Clone(d.text)
	if rest := bytes.TrimPrefix(d.text, byteOrderMark); len(rest) > 0 && rest[len(rest)-1] != '\n' {
		out = append(out, newline...)
	}
	out = append(out, d.layout("", false).object(t)...)
	return append(out, newline...)
}

// compact says whether an object's members stand on one line with it; an
// empty one is as the object around it.
func (d *document) compact(n *node, around bool) bool {
	if len(n.members) == 0 {
		return around
	}
	return !bytes.ContainsRune(d.text[n.start:n.members[0].start], '\n')
}

// layout is that of a value on a line with this indentation; the step from
// one depth to the next is the file's own.
func (d *document) layout(indent string, oneLine bool) layout {
	l := layout{oneLine, indent, "  ", lineBreak(d.text)}
	if d.root != nil && len(d.root.members) > 0 && !d.compact(d.root, false) {
		if unit := indentation(d.text, d.root.members[0].start); unit != "" {
			l.unit = unit
		}
	}
	return l
}

// insert puts a first member into an object.
func (d *document) insert(n *node, compact bool, name string, t Table) []byte {
	member := func(l layout) string { return quote(name) + ": " + l.object(t) }
	if compact {
		if len(n.members) == 0 {
			return splice(d.text, n.start+1, n.start+1, member(d.layout("", true)))
		}
		at := n.members[0].start
		return splice(d.text, at, at, member(d.layout("", true))+", ")
	}
	l := d.layout(indentation(d.text, n.start), false)
	if len(n.members) > 0 {
		at, inner := d.afterOpening(n), d.layout(indentation(d.text, n.members[0].start), false)
		return splice(d.text, at, at, l.newline+inner.indent+member(inner)+",")
	}
	inner, gap := l.deeper(), d.text[n.start+1:n.end-1]
	put := l.newline + inner.indent + member(inner)
	switch at := d.afterOpening(n); {
	case blank(gap) && !bytes.ContainsRune(gap, '\n'):
		return splice(d.text, n.start+1, n.end-1, put+l.newline+l.indent)
	case bytes.ContainsRune(d.text[at:n.end], '\n'):
		return splice(d.text, at, at, put)
	default:
		return splice(d.text, at, at, put+l.newline+l.indent)
	}
}

// afterOpening is where a first member goes: behind the opening bracket, or
// behind the comment that stands on its line.
func (d *document) afterOpening(n *node) int {
	end := lineEnd(d.text, n.start+1)
	if end < n.end && onlyComments(d.text[n.start+1:end]) {
		return end
	}
	return n.start + 1
}

// onlyComments says whether the rest of a line holds no more than whole
// comments.
func onlyComments(line []byte) bool {
	for {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || bytes.HasPrefix(line, []byte("//")):
			return true
		case !bytes.HasPrefix(line, []byte("/*")):
			return false
		}
		end := bytes.Index(line[2:], []byte("*/"))
		if end < 0 {
			return false
		}
		line = line[2+end+2:]
	}
}

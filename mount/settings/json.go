package settings

import (
	"encoding/json"
	"strings"
)

// JSON edits JSON with or without comments. The fields say what the file's
// own reader puts up with: a file that it would not read is as broken as one
// that nobody can.
type JSON struct {
	Comments       bool
	TrailingCommas bool
}

// Find gives the value at a path.
func (f JSON) Find(text []byte, path ...string) (*Found, error) {
	doc, err := f.scan(text)
	if err != nil || doc.root == nil {
		return nil, err
	}
	n, start := doc.root, doc.root.start
	for _, name := range path {
		m, err := doc.member(n, name)
		if err != nil || m == nil {
			return nil, err
		}
		n, start = m.value, m.start
	}
	line, _ := position(text, start)
	return &Found{doc.decode(n), line}, nil
}

// scan is the package's scan within the limits of the file's reader.
func (f JSON) scan(text []byte) (*document, error) {
	doc, err := scan(text)
	switch {
	case err != nil:
		return nil, err
	case doc.comment >= 0 && !f.Comments:
		return nil, errorAt(text, doc.comment, "a comment, which the client that reads this file takes for an error")
	case doc.trailing >= 0 && !f.TrailingCommas:
		return nil, errorAt(text, doc.trailing, "a comma after the last element, which the client that reads this file takes for an error")
	}
	return doc, nil
}

// member looks a name up in an object; nil where it is not there. A name that
// stands twice means one thing to one reader and another to the next.
func (d *document) member(n *node, name string) (*member, error) {
	if n.kind != '{' {
		return nil, errorAt(d.text, n.start, "not an object, where %q would have to be", name)
	}
	var found *member
	for i := range n.members {
		if n.members[i].name != name {
			continue
		}
		if found != nil {
			return nil, errorAt(d.text, n.members[i].start, "%q stands here for the second time", name)
		}
		found = &n.members[i]
	}
	return found, nil
}

// decode gives a node's value.
func (d *document) decode(n *node) any {
	switch n.kind {
	case '{':
		table := make(map[string]any, len(n.members))
		for _, m := range n.members {
			table[m.name] = d.decode(m.value)
		}
		return table
	case '[':
		list := make([]any, len(n.items))
		for i := range n.items {
			list[i] = d.decode(n.items[i])
		}
		return list
	}
	var v any
	if json.Unmarshal(d.text[n.start:n.end], &v) != nil { // a number out of range: its digits will do
		v = json.Number(d.text[n.start:n.end])
	}
	return v
}

// layout is how a value is written: on one line, or on several.
type layout struct {
	oneLine bool
	indent  string // of the line that the value begins on
	unit    string
	newline string
}

func (l layout) deeper() layout {
	l.indent += l.unit
	return l
}

// object writes an object. Lists stay on one line.
func (l layout) object(t Table) string {
	if len(t) == 0 {
		return "{}"
	}
	inner, open, between, end := l.deeper(), "{", ", ", "}"
	if !l.oneLine {
		open, between, end = "{"+l.newline+inner.indent, ","+l.newline+inner.indent, l.newline+l.indent+"}"
	}
	parts := make([]string, len(t))
	for i, f := range t {
		parts[i] = quote(f.Name) + ": " + inner.value(f.Value)
	}
	return open + strings.Join(parts, between) + end
}

func (l layout) value(v any) string {
	if t, ok := v.(Table); ok {
		return l.object(t)
	}
	return inline(v)
}

// OneLine writes a table as JSON on one line, for a command.
func OneLine(t Table) string { return layout{oneLine: true}.object(t) }

package settings

import (
	"bytes"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Put lays the entry down as the first of its mapping, right below that
// mapping's own name; a mapping that is not there yet comes at the file's end.
func (f YAML) Put(text []byte, entry Table, path ...string) ([]byte, error) {
	if len(path) != 2 {
		return nil, errUneditable // no client's settings are deeper
	}
	rest, err := f.Take(text, path...)
	if err != nil {
		return nil, err
	}
	root, err := f.parse(rest)
	if err != nil {
		return nil, err
	}
	after, err := f.lay(rest, root, entry, path)
	if err != nil {
		return nil, err
	}
	return checkPut(f, text, after, entry, path)
}

func (f YAML) lay(text []byte, root *yaml.Node, entry Table, path []string) ([]byte, error) {
	l := layout{newline: lineBreak(text), unit: "  "}
	if root == nil || isNull(root) {
		return appendYAML(text, l.block(nest(entry, path))), nil
	}
	key, value, err := pair(root, path[0])
	switch {
	case err != nil:
		return nil, err
	case key == nil && isFlow(root):
		return flowInsert(text, root, nest(entry, path))
	case key == nil:
		l.indent = strings.Repeat(" ", root.Column-1)
		return appendYAML(text, l.block(nest(entry, path))), nil
	case isNull(value) && value.Value == "": // the name stands alone
		l.indent = strings.Repeat(" ", key.Column-1) + l.unit
	case value.Kind != yaml.MappingNode:
		return nil, &Error{value.Line, value.Column, "not a mapping, where \"" + path[1] + "\" would have to be"}
	case isFlow(value):
		return flowInsert(text, value, nest(entry, path[1:]))
	default:
		child := value.Content[0].Column
		l.indent = strings.Repeat(" ", child-1)
		l.unit = strings.Repeat(" ", max(2, child-key.Column))
	}
	at := nextLine(text, offsetOf(text, key.Line, 1))
	if at == len(text) && !bytes.HasSuffix(text, []byte("\n")) {
		return appendYAML(text, l.block(nest(entry, path[1:]))), nil
	}
	return splice(text, at, at, l.block(nest(entry, path[1:]))), nil
}

// appendYAML adds whole lines at the end.
func appendYAML(text []byte, lines string) []byte {
	out := bytes.Clone(text)
	if content := bytes.TrimPrefix(out, byteOrderMark); len(content) > 0 && content[len(content)-1] != '\n' {
		out = append(out, lineBreak(text)...)
	}
	return append(out, lines...)
}

// flowInsert puts a pair first into a mapping that is written {…}.
func flowInsert(text []byte, n *yaml.Node, t Table) ([]byte, error) {
	at := offsetOf(text, n.Line, n.Column)
	if at >= len(text) || text[at] != '{' { // an anchor or a tag stands before it
		return nil, errUneditable
	}
	put := flowPair(t[0])
	if len(n.Content) > 0 {
		put += ", "
	}
	return splice(text, at+1, at+1, put), nil
}

// Take takes the entry's lines out. A mapping that is left without a pair goes
// as well: an empty one without its {} would be read as null.
func (f YAML) Take(text []byte, path ...string) ([]byte, error) {
	root, err := f.parse(text)
	if err != nil || root == nil || isNull(root) {
		return text, err
	}
	n := root
	var from *yaml.Node // the name of what is to go
	for i, name := range path {
		if isNull(n) {
			return text, nil
		}
		key, value, err := pair(n, name)
		if err != nil || key == nil {
			return text, err
		}
		if isFlow(n) {
			return f.takeFlow(text, n, key, path)
		}
		if from == nil || len(n.Content) > 2 || i == 0 {
			from = key
		}
		n = value
	}
	start := offsetOf(text, from.Line, 1)
	end := nextLine(text, start)
	for end < len(text) { // all that is indented deeper than the name is its value
		line := text[end:nextLine(text, end)]
		if blank(line) || len(indentation(text, end)) < from.Column {
			break
		}
		end += len(line)
	}
	return checkTake(f, text, splice(text, start, end, ""), path)
}

// takeFlow takes a pair out of a mapping that is written {…}, where it is as
// Put has written it.
func (f YAML) takeFlow(text []byte, n, key *yaml.Node, path []string) ([]byte, error) {
	start := offsetOf(text, key.Line, key.Column)
	rest := text[start:]
	open := bytes.IndexByte(rest, '{')
	if open < 0 || bytes.IndexByte(rest[:open], '\n') >= 0 {
		return nil, errUneditable
	}
	end, depth := open, 0
	for ; end < len(rest); end++ {
		switch rest[end] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	end = min(end+1, len(rest))
	if bytes.HasPrefix(rest[end:], []byte(", ")) {
		end += 2
	}
	return checkTake(f, text, splice(text, start, start+end, ""), path)
}

// block writes a table as lines.
func (l layout) block(t Table) string {
	var b strings.Builder
	for _, field := range t {
		b.WriteString(l.indent + yamlWord(field.Name) + ":")
		if nested, ok := field.Value.(Table); ok {
			b.WriteString(l.newline + l.deeper().block(nested))
			continue
		}
		b.WriteString(" " + yamlValue(field.Value) + l.newline)
	}
	return b.String()
}

func flowPair(f Field) string { return yamlWord(f.Name) + ": " + yamlValue(f.Value) }

func yamlValue(v any) string {
	switch v := v.(type) {
	case Table:
		pairs := make([]string, len(v))
		for i := range v {
			pairs[i] = flowPair(v[i])
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	case string:
		return yamlWord(v)
	}
	return inline(v)
}

// yamlWords are bare words that YAML 1.1 takes for something else.
var yamlWords = regexp.MustCompile(`(?i)^(true|false|null|yes|no|on|off|y|n)$`)

func yamlWord(s string) string {
	if bare.MatchString(s) && !yamlWords.MatchString(s) {
		return s
	}
	return quote(s)
}

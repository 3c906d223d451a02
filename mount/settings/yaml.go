package settings

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	"go.yaml.in/yaml/v4"
)

// YAML edits YAML of one document: lines into a block mapping, or a pair into
// a flow mapping ({…}).
type YAML struct{}

// Find gives the value at a path. Aliases are not followed: a value that has
// one is its own kind of value.
func (f YAML) Find(text []byte, path ...string) (*Found, error) {
	n, err := f.parse(text)
	if err != nil || n == nil {
		return nil, err
	}
	line := n.Line
	for _, name := range path {
		if isNull(n) {
			return nil, nil
		}
		key, value, err := pair(n, name)
		if err != nil || key == nil {
			return nil, err
		}
		n, line = value, key.Line
	}
	return &Found{decodeYAML(n), line}, nil
}

// maxYAML is far above what a person writes, and is parsed in a second or two.
const maxYAML = 1 << 20

// ErrTooLong says that a text is not even looked at.
var ErrTooLong = fmt.Errorf("is larger than %d MiB, more than is read of YAML", maxYAML>>20)

// parse gives the one document's top value; nil where there is none.
func (f YAML) parse(text []byte) (*yaml.Node, error) {
	if len(text) > maxYAML {
		return nil, ErrTooLong
	}
	if err := checkText(text); err != nil {
		return nil, err
	}
	if i := oddBreak.FindIndex(text); i != nil {
		return nil, errorAt(text, i[0], "a line break that is neither LF nor CRLF, which YAML's readers count differently")
	}
	var documents []yaml.Node
	err := yaml.Load(readable(text), &documents, yaml.WithAllDocuments())
	var load *yaml.LoadError
	switch {
	case errors.As(err, &load) && bytes.HasPrefix(text[offsetOf(text, max(1, load.Mark.Line), 1):], []byte("%YAML")):
		return nil, &Error{load.Mark.Line, 1, "a directive for another version of YAML than 1.1 and 1.2"}
	case errors.As(err, &load):
		return nil, &Error{max(1, load.Mark.Line), max(1, load.Mark.Column), notYAML}
	case err != nil:
		return nil, &Error{1, 1, notYAML}
	case len(documents) == 0:
		return nil, nil
	case len(documents) > 1:
		return nil, &Error{documents[1].Line, documents[1].Column, "a second YAML document, where its reader expects one"}
	}
	n := &documents[0]
	for n.Kind == yaml.DocumentNode && len(n.Content) == 1 {
		n = n.Content[0]
	}
	return n, nil
}

// version12 is a text up to the directive that says that it is YAML 1.2, which
// comes before anything but comments and other directives.
var version12 = regexp.MustCompile(`\A\x{FEFF}?(?:(?:[ \t]*#[^\n]*|%[^\n]*|[ \t]*\r?)\n)*?%YAML[ \t]+1\.2[ \t\r\n]`)

// readable is the text for the parser, which reads YAML 1.2 and yet refuses to be
// told so. Everything stays where it stands.
func readable(text []byte) []byte {
	at := version12.FindIndex(text)
	if at == nil {
		return text
	}
	copied := bytes.Clone(text)
	copied[at[1]-2] = '1'
	return copied
}

// oddBreak is a character that some of YAML's versions take for a line break.
var oddBreak = regexp.MustCompile("\r[^\n]|\r$|[\u0085\u2028\u2029]")

// notYAML stands for the parser's own words, which may quote the text.
const notYAML = "not YAML from here on: look at the indentation (spaces, no tabs), quotes, brackets and names given twice"

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func isFlow(n *yaml.Node) bool { return n.Style&yaml.FlowStyle != 0 }

// pair looks a name up in a mapping; nil where it is not there.
func pair(n *yaml.Node, name string) (key, value *yaml.Node, err error) {
	if n.Kind != yaml.MappingNode {
		return nil, nil, &Error{n.Line, n.Column, fmt.Sprintf("not a mapping, where %q would have to be", name)}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Kind != yaml.ScalarNode || n.Content[i].Value != name {
			continue
		}
		if key != nil {
			return nil, nil, &Error{n.Content[i].Line, n.Content[i].Column, fmt.Sprintf("%q stands here for the second time", name)}
		}
		key, value = n.Content[i], n.Content[i+1]
	}
	return key, value, nil
}

// An aliased is a value that stands elsewhere.
type aliased string

func decodeYAML(n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		table := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i].Value
			if n.Content[i].Kind != yaml.ScalarNode || n.Content[i].ShortTag() != "!!str" {
				key = fmt.Sprintf("%s %#v", n.Content[i].ShortTag(), decodeYAML(n.Content[i]))
			}
			table[key] = decodeYAML(n.Content[i+1])
		}
		return table
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i := range n.Content {
			list[i] = decodeYAML(n.Content[i])
		}
		return list
	case yaml.AliasNode:
		return aliased(n.Value)
	case yaml.ScalarNode:
		return decodeScalar(n)
	}
	return nil
}

func decodeScalar(n *yaml.Node) any {
	var v any
	switch n.ShortTag() {
	case "!!str":
		return n.Value
	case "!!null", "!!bool", "!!int", "!!float":
		if n.Decode(&v) != nil {
			return n.ShortTag() + " " + n.Value
		}
	default: // dates and tags of one's own
		return n.ShortTag() + " " + n.Value
	}
	switch v := v.(type) {
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	}
	return v
}

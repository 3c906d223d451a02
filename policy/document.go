package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A document is a TOML file whose every key knows its line.
//
// The library keeps the positions of keys to itself, but puts them into the
// error of a value that cannot be decoded. Each key is therefore kept as a
// toml.Primitive, and decoding that into a type that always fails gives the
// library's own answer, exact for dotted keys, inline tables, strings that
// look like keys, and arrays over many lines alike.
type document struct {
	name string
	md   toml.MetaData
	root table
}

// A table is one table of a document. What was not taken from it is unknown.
type table struct {
	doc   *document
	path  string // "" or "network."
	line  int
	words []string // the keys asked for, to name the nearest right one
	keys  map[string]toml.Primitive
}

// parseDocument reads TOML text.
func parseDocument(name string, data []byte) (*document, error) {
	doc := &document{name: name}
	doc.root.doc = doc
	var err error
	if doc.md, err = toml.Decode(string(data), &doc.root.keys); err != nil {
		var bad toml.ParseError
		if errors.As(err, &bad) {
			// One line of the library's own words; it may quote a value, so no more than a bit of it.
			why, _, _ := strings.Cut(bad.Message, "\n")
			return nil, refuse(name, bad.Position.Line, "not TOML: %s", strings.Trim(quote(strings.TrimSuffix(why, ".")), `"`))
		}
		return nil, refuse(name, 0, "not TOML")
	}
	return doc, nil
}

// whereabouts is a type that nothing decodes into: the error says where it stood.
type whereabouts struct{}

func (*whereabouts) UnmarshalTOML(any) error { return errors.New("") }

// lineOf is the line of a key; of a table that only its keys imply, the first of theirs.
func (d *document) lineOf(p toml.Primitive) int {
	var at toml.ParseError
	if !errors.As(d.md.PrimitiveDecode(p, new(whereabouts)), &at) {
		return 0
	}
	if at.Position.Line > 0 {
		return at.Position.Line
	}
	var inner map[string]toml.Primitive
	if d.md.PrimitiveDecode(p, &inner) != nil {
		return 0
	}
	first := 0
	for _, key := range inner {
		if line := d.lineOf(key); first == 0 || (line > 0 && line < first) {
			first = line
		}
	}
	return first
}

// take removes a key from the table: its value as the library gives it, and its line.
func (t *table) take(key string) (value any, line int, ok bool) {
	t.words = append(t.words, key)
	p, ok := t.keys[key]
	if !ok {
		return nil, 0, false
	}
	delete(t.keys, key)
	line = t.doc.lineOf(p)
	if t.doc.md.PrimitiveDecode(p, &value) != nil {
		return nil, line, true // of no type that a caller wants
	}
	return value, line, true
}

// wrongType says what a key must be and what it is.
func (t *table) wrongType(line int, key, want string, got any) error {
	return refuse(t.doc.name, line, "%s%s must be %s, not %s", t.path, key, want, typeName(got))
}

// takeStrings takes a list of strings; given is false where there is no such key.
func (t *table) takeStrings(key string) (list []string, line int, given bool, err error) {
	value, line, ok := t.take(key)
	if !ok {
		return nil, 0, false, nil
	}
	items, ok := value.([]any)
	if !ok {
		return nil, line, true, t.wrongType(line, key, "a list of strings", value)
	}
	list = make([]string, len(items))
	for i, item := range items {
		if list[i], ok = item.(string); !ok {
			return nil, line, true, t.wrongType(line, key, "a list of strings", items[i])
		}
	}
	return list, line, true, nil
}

// takeTable takes a table; one that is not there is empty.
func (t *table) takeTable(key string) (*table, error) {
	t.words = append(t.words, key)
	sub := &table{doc: t.doc, path: t.path + key + "."}
	p, ok := t.keys[key]
	if !ok {
		return sub, nil
	}
	delete(t.keys, key)
	sub.line = t.doc.lineOf(p)
	var value any
	if err := t.doc.md.PrimitiveDecode(p, &value); err != nil {
		return nil, refuse(t.doc.name, sub.line, "%s%s must be a table", t.path, key)
	}
	if _, ok := value.(map[string]any); !ok {
		return nil, t.wrongType(sub.line, key, "a table", value)
	}
	return sub, t.doc.md.PrimitiveDecode(p, &sub.keys)
}

// done refuses the first key that nobody took.
func (t *table) done() error {
	unknown := slices.Collect(maps.Keys(t.keys))
	if len(unknown) == 0 {
		return nil
	}
	slices.SortFunc(unknown, func(a, b string) int {
		if d := t.doc.lineOf(t.keys[a]) - t.doc.lineOf(t.keys[b]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	where := ""
	if t.path != "" {
		where = fmt.Sprintf(" in [%s]", strings.TrimSuffix(t.path, "."))
	}
	return refuse(t.doc.name, t.doc.lineOf(t.keys[unknown[0]]), "unknown key %s%s%s", quote(unknown[0]), where, didYouMean(unknown[0], t.words))
}

func typeName(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64:
		return "a whole number"
	case float64:
		return "a number with a fraction"
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	default:
		return "a date"
	}
}

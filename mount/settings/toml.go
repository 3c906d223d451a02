package settings

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// TOML edits TOML: the entry is a table of its own at the file's end.
type TOML struct{}

// Find gives the value at a path.
func (f TOML) Find(text []byte, path ...string) (*Found, error) {
	value, err := f.decode(text)
	if err != nil {
		return nil, err
	}
	for i, name := range path {
		table, ok := value.(map[string]any)
		if !ok {
			line, col := f.where(text, path[:i])
			return nil, &Error{line, col, "not a table, where \"" + name + "\" would have to be"}
		}
		if value, ok = table[name]; !ok {
			return nil, nil
		}
	}
	line, _ := f.where(text, path)
	return &Found{value, line}, nil
}

// decode hands the text to the parser, and its words on a broken one on.
func (f TOML) decode(text []byte) (any, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	table := map[string]any{}
	_, err := toml.Decode(string(text), &table)
	var parse toml.ParseError
	switch {
	case errors.As(err, &parse):
		line, col := position(text, parse.Position.Start)
		return nil, &Error{line, col, notTOML}
	case err != nil:
		return nil, &Error{1, 1, notTOML}
	}
	return plain(table), nil
}

// notTOML stands for the parser's own words, which quote what they stumble
// over.
const notTOML = "not TOML from here on: a quote, a bracket or an equals sign is missing, or a name is given twice"

// plain turns the parser's types into those of Found.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			v[name] = plain(v[name])
		}
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case int64:
		return float64(v)
	}
	return v
}

// where is the first statement at or below a path; the nearest above it where
// all is written on one line.
func (f TOML) where(text []byte, path []string) (line, col int) {
	all, _ := statements(text)
	for depth := len(path); depth > 0; depth-- {
		for _, st := range all {
			if len(st.path) >= depth && slices.Equal(st.path[:depth], path[:depth]) {
				return position(text, st.at)
			}
		}
	}
	return 1, 1
}

// Put takes what is there out and adds the table at the end. An inline table
// on the way cannot be added to from there, and is the person's to rewrite.
func (f TOML) Put(text []byte, entry Table, path ...string) ([]byte, error) {
	rest, err := f.Take(text, path...)
	if err != nil {
		return nil, err
	}
	if st := inlineTable(rest, path); st != nil {
		return nil, errorAt(rest, st.at, "%s is written on one line, and cannot be added to; write its entries as tables of their own ([%s])",
			st.path[0], dotted(append(slices.Clone(st.path), "NAME")))
	}
	newline := lineBreak(rest)
	var b bytes.Buffer
	b.Write(rest)
	if content := bytes.TrimPrefix(rest, byteOrderMark); len(content) > 0 {
		if content[len(content)-1] != '\n' {
			b.WriteString(newline)
		}
		if !blank(content) {
			b.WriteString(newline)
		}
	}
	b.WriteString("[" + dotted(path) + "]" + newline)
	for _, field := range entry {
		b.WriteString(tomlKey(field.Name) + " = " + tomlValue(field.Value) + newline)
	}
	return checkPut(f, text, b.Bytes(), entry, path)
}

// inlineTable is the statement that gives a table on the path its value.
func inlineTable(text []byte, path []string) *statement {
	all, _ := statements(text)
	for _, st := range all {
		if !st.header && len(st.path) < len(path) && slices.Equal(st.path, path[:len(st.path)]) {
			return &st
		}
	}
	return nil
}

// Take takes out every statement of the entry, wherever it stands, with the
// comments between them and the blank line that Put has set before.
func (f TOML) Take(text []byte, path ...string) ([]byte, error) {
	if found, err := f.Find(text, path...); err != nil || found == nil {
		return text, err
	}
	all, err := statements(text)
	if err != nil {
		return nil, err
	}
	out := text
	for to := len(all); to > 0; to-- {
		from := to
		for from > 0 && len(all[from-1].path) >= len(path) && slices.Equal(all[from-1].path[:len(path)], path) {
			from--
		}
		if from < to {
			out = splice(out, startOf(text, all[from]), all[to-1].end, "")
			to = from + 1
		}
	}
	return checkTake(f, text, out, path)
}

// startOf is where a statement begins with the one blank line before its
// header.
func startOf(text []byte, st statement) int {
	if st.start == 0 {
		return st.at
	}
	if !st.header || blank(bytes.TrimPrefix(text[:st.start], byteOrderMark)) {
		return st.start
	}
	if above := lineStart(text, st.start-1); blank(text[above:st.start]) {
		return above
	}
	return st.start
}

func dotted(path []string) string {
	keys := make([]string, len(path))
	for i := range path {
		keys[i] = tomlKey(path[i])
	}
	return strings.Join(keys, ".")
}

func tomlKey(name string) string {
	if bare.MatchString(name) {
		return name
	}
	return quote(name)
}

func tomlValue(v any) string {
	t, ok := v.(Table)
	if !ok {
		return inline(v)
	}
	fields := make([]string, len(t))
	for i := range t {
		fields[i] = tomlKey(t[i].Name) + " = " + tomlValue(t[i].Value)
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

package withhold

import (
	"bytes"
	"strings"
)

type hider func(start, end int, label string)

// node reads a line of a snapshot, `textbox "Password" [ref=e5]: secret123`, of
// which entry is what follows "- " and begins at offset at of the line:
//
//   - the value behind the colon, bare or quoted as YAML does;
//   - with a placeholder, the `text:` child below;
//   - without a name, the placeholder or the text before it decides.
func (f *fields) node(entry []byte, indent, at int, hide hider, keep func(string)) {
	if f.inside > 0 && indent < f.inside {
		f.inside = 0
	}
	before, beforeIndent := f.before, f.indent
	f.before, f.indent = f.before[:0], indent
	switch {
	case f.inside > 0:
		f.child(string(entry), at, hide, keep)
		return
	case bytes.HasPrefix(entry, pageURL):
		readQuery(string(entry[len(pageURL):]), at+len(pageURL), hide, keep)
		return
	case !isField(entry):
		if len(entry) <= maxLabel {
			f.before = append(f.before, entry...)
		}
		return
	}
	text := string(entry)
	name, rest, ok := splitNode(text)
	if !ok {
		return
	}
	if name == "" && beforeIndent == indent {
		name = label(string(before))
	}
	secret := ReadsLikeSecret(name)
	if value, ok := strings.CutPrefix(rest, ": "); ok && secret {
		start := at + len(text) - len(value)
		hide(start, start+len(value), fieldLabel)
		keep(scalar(value))
	} else if rest == ":" {
		f.inside, f.secret = indent+1, secret
	}
}

// maxLabel is how long a line may be that names the field below it.
const maxLabel = 80

var pageURL = []byte("Page URL: ")

// label is the text of a line, `text: Password` or `generic [ref=e2]: Password`,
// that may name the field below it.
func label(before string) string {
	if isField([]byte(before)) {
		return ""
	}
	_, rest, _ := splitNode(before)
	text, _ := strings.CutPrefix(rest, ": ")
	return text
}

// child reads a line below a field.
func (f *fields) child(text string, at int, hide hider, keep func(string)) {
	if value, ok := strings.CutPrefix(text, "/placeholder: "); ok {
		f.secret = f.secret || ReadsLikeSecret(scalar(value))
	} else if value, ok := strings.CutPrefix(text, "text: "); ok && f.secret {
		start := at + len("text: ")
		hide(start, start+len(value), fieldLabel)
		keep(scalar(value))
	}
}

// typed are the roles of elements that text is typed into.
var typed = [][]byte{[]byte("textbox"), []byte("searchbox"), []byte("spinbutton"), []byte("combobox")}

func isField(entry []byte) bool {
	if len(entry) > 0 && entry[0] == '\'' {
		entry = entry[1:]
	}
	for _, role := range typed {
		if len(entry) > 0 && entry[0] == role[0] && bytes.HasPrefix(entry, role) {
			return true
		}
	}
	return false
}

// splitNode takes `role "name" [attribute]…` apart; rest begins with the colon.
// A key that YAML has to quote stands in single quotes.
func splitNode(text string) (name, rest string, ok bool) {
	quoted, isQuoted := strings.CutPrefix(text, "'")
	if !isQuoted {
		name, rest = splitKey(text)
		return name, rest, true
	}
	end := closing(quoted)
	if end < 0 {
		return "", "", false
	}
	name, _ = splitKey(strings.ReplaceAll(quoted[:end], "''", "'"))
	return name, quoted[end+1:], true
}

// closing finds the quote that ends a single-quoted scalar; two stand for one.
func closing(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '\'' {
			if i+1 == len(text) || text[i+1] != '\'' {
				return i
			}
			i++
		}
	}
	return -1
}

// splitKey takes the role, the name (a JSON string) and the attributes away.
func splitKey(key string) (name, rest string) {
	end := strings.IndexAny(key, " :")
	if end < 0 {
		return "", ""
	}
	rest = key[end:]
	if strings.HasPrefix(rest, ` "`) {
		end := stringEnd(rest[1:])
		name = rest[1 : 1+end]
		if strings.IndexByte(name, '\\') >= 0 {
			name = unescape(name)
		}
		rest = rest[1+end:]
	}
	for strings.HasPrefix(rest, " [") {
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			break
		}
		rest = rest[end+1:]
	}
	return name, rest
}

// stringEnd is the length of the quoted string at the start of text, whatever
// its quote, or of all of it where it does not end.
func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// scalar is the value of a YAML scalar, bare or in double quotes.
func scalar(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return text
	}
	return unescape(text[1 : len(text)-1])
}

// unescape gives the meaning of a text with backslash escapes.
func unescape(text string) string {
	var r rope
	r.show([]byte(text), escapes[1], len(text))
	if len(r.buf) == 0 {
		return text
	}
	return string(r.buf)
}

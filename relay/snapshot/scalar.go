package snapshot

import (
	"strconv"
	"strings"
)

// readScalar is the value of a YAML scalar, bare or in double quotes, as the
// upstream writes them. Where a part of a value was withheld its quotes may be
// broken: such a value stands as it is.
func readScalar(text string) string {
	if value, ok := unquote(text); ok && stringEnd(text) == len(text) {
		return value
	}
	return text
}

// unquote is the meaning of a text in double quotes: a JSON string, or a scalar
// of YAML, whose \x7f is the one escape that JSON does not have.
func unquote(text string) (string, bool) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return "", false
	}
	text = text[1 : len(text)-1]
	if strings.IndexByte(text, '\\') < 0 {
		return text, true
	}
	var b strings.Builder
	b.Grow(len(text))
	for text != "" {
		if text[0] == '\\' && len(text) > 1 && text[1] == '/' {
			text = text[1:]
		}
		if text[0] != '\\' {
			end := strings.IndexByte(text, '\\')
			if end < 0 {
				end = len(text)
			}
			b.WriteString(text[:end])
			text = text[end:]
			continue
		}
		r, _, rest, err := strconv.UnquoteChar(text, '"')
		if err != nil {
			return "", false
		}
		b.WriteRune(r) // \x9f is a code point in YAML, not a byte
		text = rest
	}
	return b.String(), true
}

// stringEnd is the length of the text in double quotes at the start of text, or
// of all of it where the quotes are not closed.
func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// closingQuote finds the quote that ends a text in single quotes; two stand for one.
func closingQuote(text string) int {
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

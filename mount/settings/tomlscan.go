package settings

import (
	"bytes"
	"slices"

	"github.com/BurntSushi/toml"
)

// A statement is one header or one key with its value, and where it stands.
type statement struct {
	start, end int      // from the first character of its line to the line's end, break included
	path       []string // whole, the header's above it included
	header     bool
	list       bool // [[header]]
	at         int  // of its first character
}

// statements cuts a TOML text into its statements. The text has passed the
// parser: this pass only has to find where things end.
func statements(text []byte) ([]statement, error) {
	s := &tomlScanner{text: text}
	if bytes.HasPrefix(text, byteOrderMark) {
		s.at = len(byteOrderMark)
	}
	var out []statement
	var table []string
	for s.skipBlank(); s.at < len(text); s.skipBlank() {
		st := statement{start: lineStart(text, s.at), at: s.at, header: s.peek() == '['}
		if st.header {
			st.list = bytes.HasPrefix(text[s.at:], []byte("[["))
			s.at += 1 + bool2int(st.list)
			st.path = s.key(']')
			table = st.path
			s.at = lineEnd(text, s.at)
		} else {
			st.path = slices.Concat(table, s.key('='))
			s.at++
			s.value()
		}
		if s.failed || s.at <= st.at {
			return nil, errUneditable
		}
		s.at = nextLine(text, s.at)
		st.end = s.at
		out = append(out, st)
	}
	return out, nil
}

func bool2int(b bool) int {
	if b {
		return 1
	}
	return 0
}

type tomlScanner struct {
	text   []byte
	at     int
	failed bool
}

func (s *tomlScanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// skipBlank passes over empty lines and comments.
func (s *tomlScanner) skipBlank() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		case '#':
			s.at = nextLine(s.text, s.at)
		default:
			return
		}
	}
}

// key reads a dotted key up to the character that ends it.
func (s *tomlScanner) key(end byte) (path []string) {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == end:
			return path
		case c == ' ' || c == '\t' || c == '.':
			s.at++
		case c == '"' || c == '\'':
			start := s.at
			s.string()
			path = append(path, s.decode(s.text[start:s.at]))
		case c == '\n' || c == '#':
			s.failed = true
			return nil
		default:
			start := s.at
			for s.at < len(s.text) && bytes.IndexByte([]byte(" \t.\r\n#\"'=]"), s.text[s.at]) < 0 {
				s.at++
			}
			path = append(path, string(s.text[start:s.at]))
			s.failed = s.failed || s.at == start
		}
		if s.failed {
			return nil
		}
	}
	s.failed = true
	return nil
}

// decode leaves the escapes of a quoted key to the parser.
func (s *tomlScanner) decode(literal []byte) string {
	var v struct{ K string }
	if _, err := toml.Decode("K = "+string(literal), &v); err != nil {
		s.failed = true
	}
	return v.K
}

// value passes over a value to the end of its line.
func (s *tomlScanner) value() {
	for depth := 0; s.at < len(s.text) && !s.failed; {
		switch c := s.text[s.at]; {
		case c == '"' || c == '\'':
			s.string()
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '#':
			s.at = lineEnd(s.text, s.at)
			continue
		case c == '\n' && depth == 0:
			return
		}
		s.at++
	}
}

// string passes over a string of any of the four kinds.
func (s *tomlScanner) string() {
	quote := s.text[s.at]
	triple := bytes.Repeat([]byte{quote}, 3)
	long := bytes.HasPrefix(s.text[s.at:], triple)
	s.at += 1 + 2*bool2int(long)
	for s.at < len(s.text) {
		switch {
		case s.text[s.at] == '\\' && quote == '"':
			s.at += 2
			continue
		case long && bytes.HasPrefix(s.text[s.at:], triple):
			s.at += 3
			for extra := 0; extra < 2 && s.peek() == quote; extra++ { // quotes just before the end are the string's
				s.at++
			}
			return
		case !long && s.text[s.at] == quote:
			s.at++
			return
		case !long && s.text[s.at] == '\n':
			s.failed = true
			return
		}
		s.at++
	}
	s.at, s.failed = len(s.text), true
}

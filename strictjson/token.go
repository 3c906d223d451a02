package strictjson

import (
	"bytes"
	"encoding/json"
)

// string passes over a string and gives its bytes, quotes included.
func (s *scanner) string() ([]byte, error) {
	start := s.at
	s.at++
	for s.at < len(s.text) {
		if !s.strict { // nobody looks inside: straight to the next quote
			i := bytes.IndexByte(s.text[s.at:], '"')
			if i < 0 {
				return nil, ErrSyntax
			}
			s.at += i + 1
			if !escaped(s.text[start+1 : s.at-1]) {
				return s.text[start:s.at], nil
			}
			continue
		}
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return s.text[start:s.at], nil
		case c == '\\':
			if !s.escape() {
				return nil, ErrSyntax
			}
		case c < 0x20:
			return nil, ErrSyntax
		default:
			s.at++
		}
	}
	return nil, ErrSyntax
}

// escaped reports whether what follows text is escaped by a backslash.
func escaped(text []byte) bool {
	n := 0
	for n < len(text) && text[len(text)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// escape passes over one escape sequence.
func (s *scanner) escape() bool {
	if s.at+1 >= len(s.text) {
		return false
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), s.text[s.at+1]) >= 0 {
		s.at += 2
		return true
	}
	if s.text[s.at+1] != 'u' || s.at+6 > len(s.text) {
		return false
	}
	for _, c := range s.text[s.at+2 : s.at+6] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return false
		}
	}
	s.at += 6
	return true
}

// number passes over a number of RFC 8259 section 6.
func (s *scanner) number() error {
	digits := func() bool {
		start := s.at
		for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
			s.at++
		}
		return s.at > start
	}
	if s.peek() == '-' {
		s.at++
	}
	if s.peek() == '0' {
		s.at++
	} else if !digits() {
		return ErrSyntax
	}
	if s.peek() == '.' {
		if s.at++; !digits() {
			return ErrSyntax
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.at++
		if c := s.peek(); c == '+' || c == '-' {
			s.at++
		}
		if !digits() {
			return ErrSyntax
		}
	}
	return nil
}

// skip passes over an object or array by its brackets alone.
func (s *scanner) skip() error {
	for depth := 0; ; {
		i := bytes.IndexAny(s.text[s.at:], `"{}[]`)
		if i < 0 {
			return ErrSyntax
		}
		s.at += i
		switch s.text[s.at] {
		case '"':
			if _, err := s.string(); err != nil {
				return err
			}
			continue
		case '{', '[':
			depth++
		default:
			depth--
		}
		if s.at++; depth == 0 {
			return nil
		}
	}
}

// Unquote gives what a JSON string says. A lone surrogate becomes U+FFFD.
func Unquote(quoted []byte) (string, error) {
	if len(quoted) < 2 || quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return "", ErrSyntax
	}
	if inner := quoted[1 : len(quoted)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner), nil
	}
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return "", ErrSyntax
	}
	return text, nil
}

// names remembers the member names of one object: few are compared, many are
// hashed.
type names struct {
	few  [8]string
	n    int
	many map[string]bool
}

// add reports whether name is new.
func (s *names) add(name string) bool {
	if s.many != nil {
		if s.many[name] {
			return false
		}
		s.many[name] = true
		return true
	}
	for _, known := range s.few[:s.n] {
		if known == name {
			return false
		}
	}
	if s.n < len(s.few) {
		s.few[s.n] = name
		s.n++
		return true
	}
	s.many = map[string]bool{name: true}
	for _, known := range s.few {
		s.many[known] = true
	}
	return true
}

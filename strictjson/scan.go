package strictjson

import (
	"bytes"
	"unicode/utf8"
)

// Check says whether text is exactly one JSON value and strict throughout.
func Check(text []byte) error {
	if !utf8.Valid(text) {
		return ErrUTF8
	}
	s := scanner{text: text, strict: true}
	s.space()
	if err := s.value(0, nil); err != nil {
		return err
	}
	return s.end()
}

// Object gives the members of the one object that text holds, in their order.
// It refuses what [Check] refuses.
func Object(text []byte) ([]Member, error) {
	if !utf8.Valid(text) {
		return nil, ErrUTF8
	}
	return object(text, true)
}

// Outline gives the members of the one object that text holds without looking
// into them: names twice at the top are refused, what is nested is only
// skipped. It serves large texts whose author is trusted to write JSON, at the
// speed of finding the ends of strings.
func Outline(text []byte) ([]Member, error) { return object(text, false) }

func object(text []byte, strict bool) ([]Member, error) {
	s := scanner{text: text, strict: strict}
	s.space()
	if s.peek() != '{' {
		return nil, ErrSyntax
	}
	members := make([]Member, 0, 4)
	if err := s.object(0, &members); err != nil {
		return nil, err
	}
	return members, s.end()
}

// scanner walks a text once, from left to right.
type scanner struct {
	text   []byte
	at     int
	strict bool // look into nested values; otherwise skip them
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) end() error {
	if s.space(); s.at != len(s.text) {
		return ErrSyntax
	}
	return nil
}

// value passes over one value; the members of an object are put into *into.
func (s *scanner) value(depth int, into *[]Member) error {
	switch c := s.peek(); {
	case c == '{':
		return s.object(depth, into)
	case c == '[':
		return s.array(depth)
	case c == '"':
		_, err := s.string()
		return err
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if bytes.HasPrefix(s.text[s.at:], []byte(word)) {
			s.at += len(word)
			return nil
		}
	}
	return ErrSyntax
}

func (s *scanner) object(depth int, into *[]Member) error {
	if depth == MaxDepth {
		return ErrDepth
	}
	s.at++ // {
	seen := names{}
	for first := true; ; first = false {
		s.space()
		if s.peek() == '}' && first {
			s.at++
			return nil
		}
		if s.peek() != '"' {
			return ErrSyntax
		}
		raw, err := s.string()
		if err != nil {
			return err
		}
		name, err := Unquote(raw)
		if err != nil {
			return err
		}
		if !seen.add(name) {
			return ErrDuplicate
		}
		if s.space(); s.peek() != ':' {
			return ErrSyntax
		}
		s.at++
		s.space()
		start := s.at
		if err := s.nested(depth + 1); err != nil {
			return err
		}
		if into != nil {
			*into = append(*into, Member{name, s.text[start:s.at]})
		}
		if done, err := s.next('}'); done || err != nil {
			return err
		}
	}
}

func (s *scanner) array(depth int) error {
	if depth == MaxDepth {
		return ErrDepth
	}
	s.at++ // [
	for first := true; ; first = false {
		s.space()
		if s.peek() == ']' && first {
			s.at++
			return nil
		}
		if err := s.nested(depth + 1); err != nil {
			return err
		}
		if done, err := s.next(']'); done || err != nil {
			return err
		}
	}
}

// next passes over the comma before another element, or the closing bracket.
func (s *scanner) next(closing byte) (done bool, err error) {
	s.space()
	switch s.peek() {
	case closing:
		s.at++
		return true, nil
	case ',':
		s.at++
		return false, nil
	}
	return false, ErrSyntax
}

// nested passes over a value inside another.
func (s *scanner) nested(depth int) error {
	if c := s.peek(); !s.strict && (c == '{' || c == '[') {
		return s.skip()
	}
	return s.value(depth, nil)
}

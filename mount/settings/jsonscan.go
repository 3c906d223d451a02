package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A node is a value of a JSON text and where it stands.
type node struct {
	start, end int
	kind       byte     // '{', '[', '"', or 0 for a number or a word
	members    []member // of an object
	items      []*node  // of an array
}

// A member is a name in an object and its value.
type member struct {
	name  string
	start int // of the name
	value *node
	comma int // after the value, -1 where there is none
}

// A document is a scanned JSON text. It may hold nothing, comments and
// trailing commas; whether its reader would put up with those is another
// question, for which the first of each is kept.
type document struct {
	text              []byte
	root              *node // nil where there is no value
	comment, trailing int   // offsets, -1 for none
}

// maxDepth bounds recursion; no settings file comes near it.
const maxDepth = 200

// scan reads a whole JSON text with comments (JSONC).
func scan(text []byte) (*document, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	s := &scanner{document: document{text: text, comment: -1, trailing: -1}}
	if bytes.HasPrefix(text, byteOrderMark) {
		s.at = len(byteOrderMark)
	}
	if err := s.space(); err != nil || s.at == len(text) {
		return &s.document, err
	}
	var err error
	if s.root, err = s.value(0); err == nil {
		err = s.space()
	}
	if err == nil && s.at < len(text) {
		err = s.fail("more text after the end of the value")
	}
	return &s.document, err
}

type scanner struct {
	document
	at int
}

func (s *scanner) fail(format string, args ...any) error {
	return errorAt(s.text, s.at, format, args...)
}

func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// space passes over white space and comments.
func (s *scanner) space() error {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0:
			s.at++
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			s.sawComment()
			s.at = lineEnd(s.text, s.at)
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return s.fail("a comment that does not end")
			}
			s.sawComment()
			s.at += 2 + end + 2
			continue
		}
		return nil
	}
	return nil
}

func (s *scanner) sawComment() {
	if s.comment < 0 {
		s.comment = s.at
	}
}

func (s *scanner) value(depth int) (*node, error) {
	n := &node{start: s.at}
	var err error
	switch c := s.peek(); {
	case depth > maxDepth:
		return nil, s.fail("nested deeper than %d levels", maxDepth)
	case c == '{':
		n.kind = c
		err = s.list('}', func(comma func() int) error { return s.member(n, depth, comma) })
	case c == '[':
		n.kind = c
		err = s.list(']', func(comma func() int) error {
			item, err := s.value(depth + 1)
			n.items = append(n.items, item)
			if err == nil {
				err = s.space()
			}
			comma()
			return err
		})
	case c == '"':
		n.kind = c
		err = s.string()
	default:
		err = s.word()
	}
	n.end = s.at
	return n, err
}

// list passes over what stands between two brackets: each reads one element
// and asks for its comma.
func (s *scanner) list(closing byte, each func(comma func() int) error) error {
	s.at++
	last := -1
	for more := true; ; {
		if err := s.space(); err != nil {
			return err
		}
		if s.peek() == closing {
			if last >= 0 && s.trailing < 0 {
				s.trailing = last
			}
			s.at++
			return nil
		}
		if !more {
			return s.fail("a comma or a closing %c is missing before this", closing)
		}
		err := each(func() int {
			if last, more = -1, s.peek() == ','; more {
				last = s.at
				s.at++
			}
			return last
		})
		if err != nil {
			return err
		}
	}
}

func (s *scanner) member(n *node, depth int, comma func() int) error {
	m := member{start: s.at}
	if s.peek() != '"' {
		return s.fail("a name in double quotes is missing here")
	}
	if err := s.string(); err != nil {
		return err
	}
	m.name = unquote(s.text[m.start:s.at])
	if err := s.space(); err != nil {
		return err
	}
	if s.peek() != ':' {
		return s.fail("a colon is missing here")
	}
	s.at++
	if err := s.space(); err != nil {
		return err
	}
	var err error
	if m.value, err = s.value(depth + 1); err != nil {
		return err
	}
	if err := s.space(); err != nil {
		return err
	}
	m.comma = comma()
	n.members = append(n.members, m)
	return nil
}

func (s *scanner) string() error {
	start := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if !json.Valid(s.text[start:s.at]) {
				s.at = start
				return s.fail("a string with a bad escape")
			}
			return nil
		case c == '\\':
			s.at++
		case c < 0x20:
			return s.fail("a string that does not end on its line")
		}
	}
	s.at = start
	return s.fail("a string that does not end")
}

// word passes over a number, true, false or null.
func (s *scanner) word() error {
	start := s.at
	for s.at < len(s.text) && bytes.IndexByte([]byte(" \t\r\n,:{}[]\"/"), s.text[s.at]) < 0 {
		s.at++
	}
	if !json.Valid(s.text[start:s.at]) {
		s.at = start
		return s.fail("a value is missing here, or not one that JSON knows")
	}
	return nil
}

// unquote decodes a string that the scanner has passed.
func unquote(literal []byte) (s string) {
	if err := json.Unmarshal(literal, &s); err != nil {
		panic(fmt.Sprintf("settings: a string that was valid is not: %v", err))
	}
	return s
}

// Package withhold keeps secrets inside: it finds the login state, its values,
// named secrets and what password fields hold in every text that is about to
// leave, however it is spelled, and puts a label in their place.
//
// One message is read once. Its strings are decoded into ropes (rope.go); a
// filter over four-byte grams proves of nearly all text that it holds nothing
// (filter.go); what the filter cannot clear is compared with the secret itself
// (compare.go), byte for byte and in base64 and hex. Text that holds escapes is
// read a second time as what the escapes mean (view.go). What was found is cut
// out of the message at its own bytes (splice.go), so that everything else
// leaves exactly as it came.
package withhold

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// MinLength is the shortest value, in bytes, that can be withheld. What is
// shorter occurs in any text by chance, so New leaves it out, and a store of
// named secrets has to refuse it.
const MinLength = 4

// CleanState is the login state of a profile that never logged in. Its text is
// withheld as a whole like any other state's (CB-112).
const CleanState = `{"cookies":[],"origins":[]}`

var (
	// ErrWhole says that a message carries the login state's text as a whole:
	// nothing of it may be forwarded, and the answer becomes
	// connector.internal (CB-111, CB-112).
	ErrWhole = errors.New("the message carries the login state as a whole")

	// ErrShape says that a message cannot be searched: it is no JSON, or it is
	// nested, branched or full of secrets beyond any real message. It must not
	// be forwarded.
	ErrShape = errors.New("the message has a shape that cannot be searched for secrets, or too many of them")

	// ErrID says that a request's own id carries a secret. An id cannot be
	// changed without losing the answer, so the request must not be forwarded.
	ErrID = errors.New("the id of the message carries a secret")
)

// Secret is a value that must not leave, and the words that stand in its place:
// Label "cookie session of example.com" is shown as
// "[withheld: cookie session of example.com]".
type Secret struct {
	Label string
	Value string
}

// Set is what must not leave. It is safe for concurrent use; what is added
// later holds from the next message on.
type Set struct {
	mu       sync.Mutex // held while an index is built
	fixed    []Secret
	states   []string
	recalled []Secret // found in password fields at run time, oldest first
	index    atomic.Pointer[index]
	scans    chan *scan // idle ones, with their buffers
}

// New builds a set. Values shorter than MinLength are left out. The clean
// profile's text is always in it (CB-112).
func New(secrets []Secret) *Set {
	s := &Set{states: []string{CleanState}, scans: make(chan *scan, 2)}
	s.Add(secrets...)
	return s
}

// Add puts further secrets into the set.
func (s *Set) Add(secrets ...Secret) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, secret := range secrets {
		s.fixed = append(s.fixed, Secret{tidy(secret.Label), secret.Value})
	}
	s.build()
}

// Whole adds a login state whose text must not leave as a whole (CB-111). Its
// single values are secrets of their own: see FromState.
func (s *Set) Whole(state []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(state) >= shortestState && !slices.Contains(s.states, string(state)) {
		s.states = append(s.states, string(state))
		s.build()
	}
}

// shortestState keeps a state that is nothing but brackets from matching
// ordinary JSON.
const shortestState = 16

// build makes the index anew; s.mu is held.
func (s *Set) build() {
	s.index.Store(compile(slices.Concat(s.fixed, s.recalled), s.states))
}

// JSON searches one JSON message, keys as well as values, and text that is
// split over the blocks of a list. Where it finds nothing it returns the very
// slice it was given; else a copy in which only the strings that held something
// differ, and the labels of what was withheld, each once. An error means that
// nothing may be forwarded: ErrWhole, ErrShape or ErrID.
func (s *Set) JSON(line []byte) (out []byte, hits []string, err error) {
	out, hits, found, err := s.pass(line, true)
	if err == nil && s.recall(found) {
		// A password field gave values that may stand elsewhere in the same
		// message, in a URL above the snapshot for one: look once more.
		out, hits, _, err = s.pass(line, true)
	}
	return out, hits, err
}

// Text searches text that is no JSON message: a line of standard error, a field
// of the trace. The login state as a whole is cut out like any other secret.
func (s *Set) Text(b []byte) (out []byte, hits []string) {
	out, hits, found, err := s.pass(b, false)
	if err == nil && s.recall(found) {
		out, hits, _, err = s.pass(b, false)
	}
	if err != nil { // more of it is secret than could be cut out
		return []byte("[withheld: " + err.Error() + "]"), []string{err.Error()}
	}
	return out, hits
}

// Across gives the secret that a position of a text goes through, from where to
// where it stands there; nothing where the position lies between two. A text that is
// to be cut is cut beside it.
func (s *Set) Across(text string, at int) (start, end int) {
	scan := s.borrow()
	defer s.giveBack(scan)
	scan.begin(s.index.Load(), []byte(text), false)
	scan.plain()
	for _, p := range merge(scan.spans) {
		if p.start < at && at < p.end {
			return p.start, p.end
		}
	}
	return 0, 0
}

// pass is one reading of b, as JSON or as plain text.
func (s *Set) pass(b []byte, json bool) (out []byte, hits []string, found []string, err error) {
	scan := s.borrow()
	defer s.giveBack(scan)
	scan.begin(s.index.Load(), b, json)
	if json {
		err = scan.walk()
	} else {
		scan.plain()
	}
	if err == nil {
		err = scan.verdict()
	}
	if err != nil {
		return nil, nil, nil, err
	}
	out, hits = scan.splice()
	return out, hits, scan.found, nil
}

func (s *Set) borrow() *scan {
	select {
	case scan := <-s.scans:
		return scan
	default:
		return newScan()
	}
}

func (s *Set) giveBack(scan *scan) {
	scan.end()
	select {
	case s.scans <- scan:
	default:
	}
}

// tidy makes a label fit for one line: cookie names come from web sites.
func tidy(label string) string {
	label = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, label)
	if utf8.RuneCountInString(label) > 80 {
		label = string([]rune(label)[:79]) + "…"
	}
	return label
}

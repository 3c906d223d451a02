package withhold

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// form is how a secret may be spelled without any escape.
type form uint8

const (
	formPlain form = iota
	formHex
	formBase64
	formTrigger // no secret: words near which fields.go has to look
)

// entry is one value to find. A value longer than pieceLength is kept as
// several entries, so that everything that is bounded by a secret's length
// stays small; each of them is withheld by itself.
type entry struct {
	label string
	value string
	state int // 1 + number of the state that this is a piece of; 0: a secret
	piece int // which piece of the state
	last  bool
	named bool // the value as the name of a file has it, in no other form
}

const pieceLength = 1024

// index is a set made ready for searching. It is never changed.
type index struct {
	entries     []entry
	anchors     []anchor
	brief       []anchor // of forms shorter than anchorWidth
	long, short *filter  // short is nil where there is no brief anchor
	numbers     map[string]int
	begun       beginnings
	longest     int // no entry is longer, in bytes
	reach       int // no form is longer, in bytes
	history     int // no escaped spelling of a form is longer, in bytes
}

// stateLabel stands where text, not a message, held the state as a whole.
const stateLabel = "login state"

func compile(secrets []Secret, states []string) *index {
	x := &index{numbers: map[string]int{}, begun: beginnings{of: map[uint32][]int32{}}}
	seen := map[string]bool{}
	for _, s := range secrets {
		if len(s.Value) < MinLength || seen[s.Value] {
			continue
		}
		seen[s.Value] = true
		if isDigits(s.Value) {
			x.numbers[s.Value] = len(x.entries)
		}
		for _, piece := range cut(s.Value) {
			x.entries = append(x.entries, entry{label: s.Label, value: piece})
		}
	}
	for _, s := range secrets {
		for _, name := range fileNames(s.Value) {
			if !seen[name] {
				seen[name] = true
				x.entries = append(x.entries, entry{label: s.Label, value: name, named: true})
			}
		}
	}
	for i, state := range states {
		pieces := cut(state)
		for j, piece := range pieces {
			x.entries = append(x.entries, entry{label: stateLabel, value: piece, state: i + 1, piece: j, last: j == len(pieces)-1})
		}
	}
	used := map[uint64]bool{}
	for i := range x.entries {
		e := &x.entries[i]
		x.longest = max(x.longest, len(e.value))
		x.enter(i, used)
		if e.state == 0 && len(e.value) >= gramWidth {
			x.begun.enter(e.value, int32(i))
		}
	}
	longest := max(64, x.longest) // room for the triggers
	for word, kind := range triggers {
		x.anchors = append(x.anchors, anchor{word: pack([]byte(word)) | wordFold, secret: -1, form: formTrigger, fold: true, kind: kind})
	}
	x.reach = 3*longest + 8     // hex with a separator is the longest form
	x.history = 12*longest + 64 // "\u{000041}" is the longest escape of a byte
	x.long = newFilter(anchorWidth, x.anchors)
	if len(x.brief) > 0 {
		x.short = newFilter(gramWidth, x.brief)
	}
	return x
}

// cut splits a value into the fewest pieces of about equal length, between
// characters: an escape spells a whole one.
func cut(value string) []string {
	n := (len(value) + pieceLength - 1) / pieceLength
	pieces := make([]string, 0, n)
	start := 0
	for i := range n {
		end := (i + 1) * len(value) / n
		for end < len(value) && !utf8.RuneStart(value[end]) {
			end++
		}
		pieces = append(pieces, value[start:end])
		start = end
	}
	return pieces
}

// hexSeparators are the bytes that hex dumps put between two pairs. They are
// looked for only in values of separated bytes and more: four pairs with spaces
// between them are as often a list of numbers.
const (
	hexSeparators = ": -"
	separated     = 8
)

// enter chooses the anchors of every form of entry i.
func (x *index) enter(i int, used map[uint64]bool) {
	value := x.entries[i].value
	x.anchor([]byte(value), spaceAlternative, used, anchor{secret: int32(i), form: formPlain})
	if x.entries[i].named {
		return
	}
	x.anchor([]byte(hex.EncodeToString([]byte(value))), nil, used, anchor{secret: int32(i), form: formHex, fold: true})
	if len(value) >= separated {
		for _, sep := range []byte(hexSeparators) {
			pairs := strings.TrimSuffix(separate(value, sep), string(sep))
			x.anchor([]byte(pairs), nil, used, anchor{secret: int32(i), form: formHex, fold: true, sep: sep})
		}
	}
	for align := range 3 {
		group := base64.StdEncoding.EncodeToString([]byte("\x00\x00"[:align] + value))
		first, end := inside(align, len(value))
		x.anchor([]byte(group[first:end]), base64Alternative, used, anchor{secret: int32(i), form: formBase64, align: uint8(align), offset: int32(first)})
	}
}

func separate(value string, sep byte) string {
	var b strings.Builder
	for _, c := range []byte(value) {
		b.WriteString(hex.EncodeToString([]byte{c}))
		b.WriteByte(sep)
	}
	return b.String()
}

func isDigits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

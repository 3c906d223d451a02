package withhold

import "encoding/binary"

// windows is how many places of a secret are weighed for its anchor; of its
// other forms, which look like nothing that people write, a few are enough.
const (
	windows      = 24
	otherWindows = 6
)

// anchor adds the best window of a form, once for every way in which its bytes
// may be spelled; a carries what else there is to say about it, with the offset
// of the form's own first byte.
func (x *index) anchor(text []byte, alternative func(byte) (byte, bool), used map[uint64]bool, a anchor) {
	width := anchorWidth
	if len(text) < anchorWidth {
		width = gramWidth
	}
	places := windows
	if a.form != formPlain {
		places = otherWindows
	}
	at := choose(text, width, places, alternative, used)
	window := append([]byte(nil), text[at:at+width]...)
	a.offset += int32(at)
	used[pack(window)] = true
	x.spell(window, 0, alternative, a)
}

// spell adds the window in each of its spellings from position i on.
func (x *index) spell(window []byte, i int, alternative func(byte) (byte, bool), a anchor) {
	for ; alternative != nil && i < len(window); i++ {
		if other, ok := alternative(window[i]); ok {
			rest := append([]byte(nil), window...)
			rest[i] = other
			x.spell(rest, i+1, alternative, a)
		}
	}
	a.word = pack(window)
	switch {
	case len(window) < anchorWidth:
		if a.fold {
			a.word |= gramFold
		}
		x.brief = append(x.brief, a)
	default:
		if a.fold {
			a.word |= wordFold
		}
		x.anchors = append(x.anchors, a)
	}
}

// choose finds the window that ordinary text is least likely to hold: many
// different bytes, none with a second spelling, no other secret's anchor, and
// rather late than early, since tokens of one make begin alike.
func choose(text []byte, width, places int, alternative func(byte) (byte, bool), used map[uint64]bool) int {
	best, score := 0, -1<<30
	last := len(text) - width
	for at := last; at >= max(0, last-places); at-- {
		window := text[at : at+width]
		points := 0
		for i, c := range window {
			if !contains(window[:i], c) {
				points += 2
			}
			if alternative != nil {
				if _, ok := alternative(c); ok {
					points -= 8
				}
			}
		}
		if used[pack(window)] {
			points -= 32
		}
		if points > score {
			best, score = at, points
		}
	}
	return best
}

func contains(window []byte, c byte) bool {
	for _, b := range window {
		if b == c {
			return true
		}
	}
	return false
}

// pack reads a window as a little-endian word.
func pack(window []byte) uint64 {
	if len(window) == gramWidth {
		return uint64(binary.LittleEndian.Uint32(window))
	}
	return binary.LittleEndian.Uint64(window)
}

// spaceAlternative: forms and query strings write a space as a plus.
func spaceAlternative(c byte) (byte, bool) { return '+', c == ' ' }

// base64Alternative: the URL alphabet differs in two characters.
func base64Alternative(c byte) (byte, bool) {
	switch c {
	case '+':
		return '-', true
	case '/':
		return '_', true
	}
	return 0, false
}

package withhold

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// What was made shorter before it came here ends in an ellipsis, and the cut may
// have gone through a secret, of which the rest alone would match nothing. So what
// stands before an ellipsis is held against the beginnings of all secrets as well:
// of MinLength bytes or more, since fewer occur in any text by chance.
const ellipsis = "…"

// beginnings are the secrets by their first gram, and a bit table of these grams
// that proves of nearly all places that none begins there.
type beginnings struct {
	of   map[uint32][]int32
	bits [1 << (gramBits - 6)]uint64
}

// begin is the first gram of a text, a plus read as the space that it may stand for.
func begin(text []byte) uint32 {
	gram := binary.LittleEndian.Uint32(text)
	for i := 0; i < 8*gramWidth; i += 8 {
		if byte(gram>>i) == '+' {
			gram ^= ('+' ^ ' ') << i
		}
	}
	return gram
}

func (b *beginnings) enter(value string, secret int32) {
	gram := begin([]byte(value))
	b.of[gram] = append(b.of[gram], secret)
	h := hash(gram)
	b.bits[h>>6] |= 1 << (h & 63)
}

// cutOff looks for secrets that an ellipsis in text[from:] cuts off.
func (s *scan) cutOff(text []byte, from int) {
	for i := from; ; i += len(ellipsis) {
		n := bytes.Index(text[i:], []byte(ellipsis))
		if n < 0 {
			return
		}
		i += n
		end := wholeEnd(text[:i])
		for start := max(0, end-s.index.longest); start+gramWidth <= end; start++ {
			gram := begin(text[start:])
			if h := hash(gram); s.index.begun.bits[h>>6]>>(h&63)&1 == 0 {
				continue
			}
			for _, secret := range s.index.begun.of[gram] {
				value := s.index.entries[secret].value
				if end-start > len(value) {
					continue
				}
				if _, _, ok := comparePlain(value[:end-start], text, start); ok {
					s.hit(start, end, secret)
				}
			}
		}
	}
}

// wholeEnd is where text ends without the half of an escape, or of a character,
// that a cut left of it.
func wholeEnd(text []byte) int {
	end := len(text)
	for n := 1; n <= 2 && n <= end; n++ {
		if text[end-n] == '%' {
			return end - n
		}
	}
	if end >= 3 {
		last := text[end-3:]
		if isHalf := last[0] == 0xed && last[1] >= 0xa0; isHalf || string(last) == string(utf8.RuneError) {
			return end - 3
		}
	}
	return end
}

package withhold

import (
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// rope is decoded text that belongs together, and where each byte of it stands
// in the message: one string, or the strings that a list of blocks holds at the
// same place, joined. It keeps no more than the chunk being searched and the
// history that a secret across its seam may need.
type rope struct {
	buf     []byte
	pieces  []piece
	starts  []int32 // where strings begin, of those that are joined
	base    int     // how much text went before buf[0]
	scanned int     // buf[:scanned] has been searched
	fields  fields
}

// piece says where the text from out on came from. Its source is as long as its
// text and equal to it where unit is 0; else the whole piece was spelled by unit
// bytes at src.
type piece struct {
	out, src int32
	unit     int32
	str      int32 // number of the string in the message
}

const chunk = 64 << 10

// fence stands between texts that do not belong together. No secret holds it:
// it is not UTF-8.
const fence = 0xff

// run appends text that stands in the message as it is.
func (s *scan) run(r *rope, text []byte, src, str int) {
	for len(text) > 0 {
		n := min(len(text), s.room(r))
		r.pieces = append(r.pieces, piece{int32(len(r.buf)), int32(src), 0, int32(str)})
		r.buf = append(r.buf, text[:n]...)
		text, src = text[n:], src+n
	}
}

// fence ends a text that stands by itself.
func (s *scan) fence(r *rope, str int) {
	s.room(r)
	r.pieces = append(r.pieces, piece{out: int32(len(r.buf)), str: int32(str)})
	r.buf = append(r.buf, fence)
}

// room searches the rope when it is full, and says how much may be added.
func (s *scan) room(r *rope) int {
	if len(r.buf) >= chunk+s.index.history {
		s.flush(r, false)
	}
	return chunk + s.index.history - len(r.buf)
}

// trim forgets the text before the last keep bytes.
func (r *rope) trim(keep int) {
	drop := len(r.buf) - keep
	if drop <= 0 {
		r.scanned = len(r.buf)
		return
	}
	first := r.holding(drop)
	if r.pieces[first].unit > 0 {
		drop = int(r.pieces[first].out)
	}
	rest := r.pieces[:copy(r.pieces, r.pieces[first:])]
	for i := range rest {
		rest[i].out -= int32(drop)
	}
	if rest[0].out < 0 {
		rest[0].src -= rest[0].out
		rest[0].out = 0
	}
	r.pieces = rest
	r.buf = r.buf[:copy(r.buf, r.buf[drop:])]
	past := 0
	for past < len(r.starts) && int(r.starts[past]) < drop {
		past++
	}
	r.starts = r.starts[:copy(r.starts, r.starts[past:])]
	for i := range r.starts {
		r.starts[i] -= int32(drop)
	}
	r.base += drop
	r.fields.next -= drop
	r.scanned = len(r.buf)
}

// ascii appends one byte that the source spells with unit bytes.
func (r *rope) ascii(c byte, src, unit, str int) {
	r.pieces = append(r.pieces, piece{int32(len(r.buf)), int32(src), int32(unit), int32(str)})
	r.buf = append(r.buf, c)
}

// symbol appends one UTF-16 unit or code point that the source spells with unit
// bytes. Half of a surrogate pair is kept as three bytes of its own; a second
// half that follows a first, even across strings, makes the character of both.
func (r *rope) symbol(c rune, src, unit, str int) {
	n := len(r.buf)
	if 0xdc00 <= c && c < 0xe000 && n >= 3 && r.buf[n-3] == 0xed && r.buf[n-2] >= 0xa0 && r.buf[n-2] < 0xb0 {
		high := rune(r.buf[n-2]&0x3f)<<6 | rune(r.buf[n-1]&0x3f) | 0xd000
		r.buf = utf8.AppendRune(r.buf[:n-3], utf16.DecodeRune(high, c))
		n -= 1 // the last two of the four bytes are the second half's
		r.pieces = append(r.pieces, piece{int32(n), int32(src), int32(unit), int32(str)})
		return
	}
	r.pieces = append(r.pieces, piece{int32(n), int32(src), int32(unit), int32(str)})
	if utf16.IsSurrogate(c) {
		r.buf = append(r.buf, 0xed, 0x80|byte(c>>6)&0x3f, 0x80|byte(c)&0x3f)
		return
	}
	r.buf = utf8.AppendRune(r.buf, c)
}

// holding is the piece that holds text position at.
func (r *rope) holding(at int) int {
	return sort.Search(len(r.pieces), func(i int) bool { return int(r.pieces[i].out) > at }) - 1
}

// source calls add for the stretches of the message that spell text[start:end]:
// one for each string that it stands in.
func (r *rope) source(start, end int, add func(src, srcEnd, str int)) {
	from, to, str := 0, 0, -1
	for i := r.holding(start); i < len(r.pieces) && int(r.pieces[i].out) < end; i++ {
		p := r.pieces[i]
		next := len(r.buf)
		if i+1 < len(r.pieces) {
			next = int(r.pieces[i+1].out)
		}
		src, srcEnd := int(p.src), int(p.src+p.unit)
		if p.unit == 0 {
			src += max(0, start-int(p.out))
			srcEnd = int(p.src) + min(end, next) - int(p.out)
		}
		if int(p.str) != str || src != to {
			if str >= 0 {
				add(from, to, str)
			}
			from, str = src, int(p.str)
		}
		to = srcEnd
	}
	if str >= 0 {
		add(from, to, str)
	}
}

func (r *rope) reset() {
	*r = rope{buf: r.buf[:0], pieces: r.pieces[:0], starts: r.starts[:0], fields: fields{before: r.fields.before[:0]}}
}

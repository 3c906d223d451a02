package withhold

import "encoding/binary"

// The filter answers one question as fast as memory is read: can a secret begin
// near here? Of each form of a secret (its text, its base64, its hex) one
// window of eight bytes is chosen, the anchor. Every occurrence of the form
// holds the anchor, and of the five grams of four bytes in an anchor one must
// stand at a position that is a multiple of five. So one look at every fifth
// position, into a bit table that stays in the first cache, is enough
// (Wu and Manber, "A fast algorithm for multi-pattern searching", 1994, with
// anchors chosen rather than prefixes). Letter case is folded away in the
// filter alone; the comparison afterwards is exact.
const (
	anchorWidth = 8
	gramWidth   = 4
	gramFold    = 0x20202020
	wordFold    = 0x2020202020202020
	gramBits    = 18
)

// filter knows a set of anchors. Secrets too short for an anchor of eight bytes
// have a filter of their own with anchors of four, looked up at every position.
type filter struct {
	width  int // of the anchors: 8 or 4
	stride int
	bits   [1 << (gramBits - 6)]uint64
	slots  []slot // open addressing, a power of two long, at most half full
}

// slot says that gram stands at offset j of an anchor.
type slot struct {
	gram uint32
	ref  uint32 // 0: free; else anchor+1 in the upper 29 bits, j in the lower 3
}

// anchor is a window of one form of one secret, and how to go on from it.
type anchor struct {
	word   uint64 // its bytes, little-endian; folded where fold is set
	offset int32  // from the form's first byte (in base64: of the group)
	secret int32  // index; a trigger where it is negative
	form   form
	fold   bool
	align  uint8 // base64: how many bytes of the group stand before the secret
	sep    uint8 // hex: the byte between two pairs, 0 for none
	kind   uint8 // trigger: the kind of line it stands in
}

func newFilter(width int, anchors []anchor) *filter {
	f := &filter{width: width, stride: width - gramWidth + 1}
	size := 16
	for size < 2*f.stride*len(anchors) {
		size *= 2
	}
	f.slots = make([]slot, size)
	for i, a := range anchors {
		for j := range f.stride {
			gram := uint32(a.word>>(8*j)) | gramFold
			f.put(gram, uint32(i+1)<<3|uint32(j))
		}
	}
	return f
}

func (f *filter) put(gram, ref uint32) {
	h := hash(gram)
	f.bits[h>>6] |= 1 << (h & 63)
	i := int(h) & (len(f.slots) - 1)
	for f.slots[i].ref != 0 {
		i = (i + 1) & (len(f.slots) - 1)
	}
	f.slots[i] = slot{gram, ref}
}

func hash(gram uint32) uint32 { return gram * 0x9e3779b1 >> (32 - gramBits) }

// search calls candidate for each anchor that stands in text[from:].
func (s *scan) search(f *filter, anchors []anchor, text []byte, from int) {
	for i := from; i+gramWidth <= len(text); i += f.stride {
		gram := binary.LittleEndian.Uint32(text[i:]) | gramFold
		h := hash(gram)
		if f.bits[h>>6]>>(h&63)&1 != 0 {
			s.probe(f, anchors, text, i, gram)
		}
	}
}

// probe looks which anchors hold the gram at text[i] and stand there whole.
func (s *scan) probe(f *filter, anchors []anchor, text []byte, i int, gram uint32) {
	mask := len(f.slots) - 1
	for n := int(hash(gram)) & mask; f.slots[n].ref != 0; n = (n + 1) & mask {
		if f.slots[n].gram != gram {
			continue
		}
		a := &anchors[f.slots[n].ref>>3-1]
		at := i - int(f.slots[n].ref&7)
		if at < 0 || at+f.width > len(text) {
			continue
		}
		var word uint64
		if f.width == anchorWidth {
			word = binary.LittleEndian.Uint64(text[at:])
		} else {
			word = uint64(binary.LittleEndian.Uint32(text[at:]))
		}
		if a.fold {
			word |= wordFold
		}
		if word == a.word {
			s.candidate(a, text, at)
		}
	}
}

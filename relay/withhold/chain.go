package withhold

import (
	"cmp"
	"slices"
)

// link is a piece of a login state that was found in a rope.
type link struct {
	rope         *rope
	state, piece int
	last         bool
	start, end   int // in the rope's whole text
}

// reached is the end of a piece before which all others stand in order.
type reached struct {
	rope         *rope
	state, piece int
	end          int
}

// join follows the pieces of states, which are the entries that a state's text
// was cut into: each has to begin where the one before it ended. In base64 two
// neighbours share a character, in a hex dump a separator stands between them.
// The message carries the state as a whole when its last piece is reached
// (CB-111).
func (s *scan) join(r *rope) {
	slices.SortFunc(s.links, func(a, b link) int { return cmp.Compare(a.start, b.start) })
	for _, l := range s.links {
		ok := l.piece == 0
		for near := l.start - 1; near <= l.start+1 && !ok; near++ {
			_, ok = s.chain[reached{l.rope, l.state, l.piece - 1, near}]
		}
		if ok {
			s.chain[reached{l.rope, l.state, l.piece, l.end}] = struct{}{}
			s.whole = s.whole || l.last
		}
	}
	s.links = s.links[:0]
	if len(s.chain) > maxChain {
		for c := range s.chain {
			if c.rope == r && c.end < r.base {
				delete(s.chain, c)
			}
		}
	}
}

// maxChain is how many ends are kept before those that scrolled away are let go.
const maxChain = 1024

package withhold

import "bytes"

// scan is one reading of one message. It is used again for the next.
type scan struct {
	index *index
	raw   []byte
	json  bool

	frames []frame // of the walk
	alone  *rope   // strings that stand by themselves, a fence after each
	ropes  map[uint64]*rope
	spare  []*rope

	recent     *rope // of ropes, the one that was written last
	recentPath uint64

	rope      *rope // the rope being searched
	viewed    bool  // its view is being searched
	view      rope
	triggered uint8 // kinds of lines for which fields.go has to look

	triggeredAt int // where in the rope the last word stands that says so

	strings int    // how many strings the walk met
	id      int    // the number of the message's own id
	asks    bool   // the message has a method
	leakyID bool   // the id holds a secret
	whole   bool   // the state as a whole was seen
	flooded bool   // there is more to cut out than can be kept
	links   []link // pieces of states found in this flush
	chain   map[reached]struct{}
	spans   []span   // what to cut out
	found   []string // values of password fields
}

func newScan() *scan {
	return &scan{ropes: map[uint64]*rope{}, chain: map[reached]struct{}{}}
}

func (s *scan) begin(x *index, raw []byte, json bool) {
	s.index, s.raw, s.json, s.id = x, raw, json, -1
	s.alone = s.newRope()
}

// Bounds of what an idle scan keeps.
const (
	spareRopes  = 8
	sparePieces = 32 << 10
)

// end gives back what must not outlive the message, and keeps the buffers.
func (s *scan) end() {
	for _, r := range s.ropes {
		s.keep(r)
	}
	s.keep(s.alone)
	if cap(s.view.pieces) > sparePieces {
		s.view = rope{}
	}
	clear(s.ropes)
	clear(s.chain)
	clear(s.spans)
	*s = scan{ropes: s.ropes, spare: s.spare, frames: s.frames[:0], view: s.view, chain: s.chain, links: s.links[:0], spans: s.spans[:0]}
}

func (s *scan) keep(r *rope) {
	if len(s.spare) < spareRopes && cap(r.pieces) <= sparePieces {
		s.spare = append(s.spare, r)
	}
}

func (s *scan) newRope() *rope {
	if n := len(s.spare); n > 0 {
		r := s.spare[n-1]
		s.spare = s.spare[:n-1]
		r.reset()
		return r
	}
	return &rope{}
}

// plain reads text that is no JSON.
func (s *scan) plain() {
	s.run(s.alone, s.raw, 0, 0)
	s.flush(s.alone, true)
}

// finish searches what is left in the ropes.
func (s *scan) finish() {
	s.flush(s.alone, true)
	for _, r := range s.ropes {
		s.flush(r, true)
	}
}

// flush searches what was added to the rope since the last time, then forgets
// all but what a secret across the seam may need.
func (s *scan) flush(r *rope, final bool) {
	s.rope, s.viewed, s.triggered, s.triggeredAt = r, false, 0, 0
	s.look(r.buf, max(0, r.scanned-s.index.reach))
	s.readFields(r, final)
	for _, escape := range escapes {
		if bytes.Contains(r.buf, escape.sign) {
			s.viewed = true
			s.view.show(r.buf, escape, s.index.reach)
			s.look(s.view.buf, 0)
		}
	}
	s.join(r)
	if !final {
		r.trim(max(s.index.history, len(r.buf)-r.fields.next))
	}
}

// look searches text for every form of every secret.
func (s *scan) look(text []byte, from int) {
	s.search(s.index.long, s.index.anchors, text, from)
	if s.index.short != nil {
		s.search(s.index.short, s.index.brief, text, from)
	}
	s.cutOff(text, from)
}

// hit notes that a secret stands in what is being searched.
func (s *scan) hit(start, end int, secret int32) {
	if s.viewed {
		from := -1
		s.view.source(start, end, func(a, b, _ int) {
			if from < 0 {
				from = a
			}
			end = b
		})
		start = from
	}
	e := &s.index.entries[secret]
	if e.state == 0 || !s.json {
		s.withhold(start, end, e.label)
		return
	}
	s.links = append(s.links, link{s.rope, e.state, e.piece, e.last, s.rope.base + start, s.rope.base + end})
}

// withhold cuts text[start:end] of the rope out of the message.
func (s *scan) withhold(start, end int, label string) {
	lead := true
	s.rope.source(start, end, func(src, srcEnd, str int) {
		if str == s.id {
			s.leakyID = true
			return
		}
		s.cut(span{start: src, end: srcEnd, label: label, lead: lead})
		lead = false
	})
}

// maxSpans is more than any real message holds; each costs memory.
const maxSpans = 1 << 17

func (s *scan) cut(p span) {
	if len(s.spans) == maxSpans {
		s.flooded = true
		return
	}
	s.spans = append(s.spans, p)
}

// verdict says whether the message may leave at all.
func (s *scan) verdict() error {
	switch {
	case s.whole:
		return ErrWhole
	case s.flooded:
		return ErrShape
	case s.leakyID && s.asks:
		return ErrID
	}
	return nil
}

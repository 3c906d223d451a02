package withhold

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// Bounds of a message that is searched; what goes beyond is no message of any
// server and is refused whole.
const (
	maxDepth = 512
	maxRopes = 1024      // places below a list that hold text
	maxName  = chunk / 2 // bytes of a member's name
)

// frame is an array or object that the walk is in.
type frame struct {
	object bool
	key    bool   // the next string is a member's name
	routes bool   // the member is a number that pairs messages
	id     bool   // the member is the message's own id
	list   bool   // an array stands around it
	path   uint64 // the names on the way here, array positions left out
	member uint64 // path and the current member's name
}

var seed = maphash.MakeSeed()

// walk reads the message's strings into ropes. Strings at one path below an
// array, like result.content[*].text, are one text: a client may join them.
// It takes no tree to do so, and it relies on the frame stage for the grammar:
// here only what would hide a string from it is an error.
func (s *scan) walk() error {
	s.frames = append(s.frames[:0], frame{})
	raw := s.raw
	for i := 0; i < len(raw); {
		top := &s.frames[len(s.frames)-1]
		switch c := raw[i]; c {
		case ' ', '\t', '\r', '\n', ':':
			i++
		case ',':
			top.key = top.object
			i++
		case '{', '[':
			if len(s.frames) > maxDepth {
				return ErrShape
			}
			path := top.place()
			s.frames = append(s.frames, frame{object: c == '{', key: c == '{', list: top.list || c == '[', path: mix(path, c)})
			i++
		case '}', ']':
			if len(s.frames) == 1 || top.object != (c == '}') {
				return ErrShape
			}
			s.frames = s.frames[:len(s.frames)-1]
			i++
		case '"':
			end, err := s.text(top, i+1)
			if err != nil {
				return err
			}
			i = end
		default:
			end := i + 1
			for end < len(raw) && isScalar(raw[end]) {
				end++
			}
			s.scalar(top, i, end)
			i = end
		}
	}
	if len(s.frames) != 1 {
		return ErrShape
	}
	s.finish()
	return nil
}

// place is the path of the value that comes next.
func (f *frame) place() uint64 {
	if f.object {
		return f.member
	}
	return f.path
}

func mix(path uint64, c byte) uint64 {
	return bits.RotateLeft64(path, 7)*0x9e3779b97f4a7c15 + uint64(c)
}

// text reads the string whose first byte is at raw[i].
func (s *scan) text(top *frame, i int) (end int, err error) {
	str := s.strings
	s.strings++
	if top.key {
		return s.name(top, i, str)
	}
	r := s.alone
	if top.list {
		if r, err = s.ropeAt(top.place()); err != nil {
			return 0, err
		}
		r.starts = append(r.starts, int32(len(r.buf)))
	} else if top.id {
		s.id = str
	}
	if end, err = s.decode(r, i, str); err != nil {
		return 0, err
	}
	if r == s.alone {
		s.fence(r, str)
	}
	return end, nil
}

// name reads a member's name, which is searched as any other string.
func (s *scan) name(top *frame, i, str int) (int, error) {
	r := s.alone
	if s.room(r) < maxName { // so that the name stays in one piece
		s.flush(r, false)
	}
	start := r.base + len(r.buf)
	end, err := s.decode(r, i, str)
	if err != nil {
		return 0, err
	}
	if r.base+len(r.buf)-start > maxName {
		return 0, ErrShape
	}
	name := r.buf[start-r.base:]
	top.key = false
	top.member = top.path ^ maphash.Bytes(seed, name)
	top.id = len(s.frames) == 2 && string(name) == "id"
	top.routes = top.id || string(name) == "requestId" || string(name) == "progressToken"
	s.asks = s.asks || len(s.frames) == 2 && string(name) == "method"
	s.fence(r, str)
	return end, nil
}

func (s *scan) ropeAt(path uint64) (*rope, error) {
	if s.recent != nil && s.recentPath == path {
		return s.recent, nil
	}
	r := s.ropes[path]
	if r == nil {
		if len(s.ropes) == maxRopes {
			return nil, ErrShape
		}
		r = s.newRope()
		s.ropes[path] = r
	}
	s.recent, s.recentPath = r, path
	return r, nil
}

// decode appends the string that begins at raw[i] to the rope, and gives the
// position after its closing quote.
func (s *scan) decode(r *rope, i, str int) (int, error) {
	raw, full := s.raw, chunk+s.index.history
	for {
		n := special(raw[i:])
		if len(r.buf)+n > full {
			s.run(r, raw[i:i+n], i, str)
		} else if n > 0 {
			r.pieces = append(r.pieces, piece{int32(len(r.buf)), int32(i), 0, int32(str)})
			r.buf = append(r.buf, raw[i:i+n]...)
		}
		i += n
		if i >= len(raw) {
			return 0, ErrShape
		}
		if raw[i] == '"' {
			return i + 1, nil
		}
		if i+1 >= len(raw) {
			return 0, ErrShape
		}
		c, size := simple[raw[i+1]], 2
		if raw[i+1] == 'u' {
			if c, size = hexNumber(raw[i+2:], 4), 6; c < 0 {
				return 0, ErrShape
			}
		} else if c == 0 {
			return 0, ErrShape
		}
		if len(r.buf) >= full {
			s.flush(r, false)
		}
		if c < 0x80 {
			r.ascii(byte(c), i, size, str)
		} else {
			r.symbol(c, i, size, str)
		}
		i += size
	}
}

// simple are the escapes of JSON that stand for one character.
var simple = [256]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// special is where the first quote or backslash stands, eight bytes at a time.
func special(text []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		q, b := w^ones*'"', w^ones*'\\'
		if m := ((q-ones)&^q | (b-ones)&^b) & tops; m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(text); i++ {
		if text[i] == '"' || text[i] == '\\' {
			break
		}
	}
	return i
}

func isScalar(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ':', '"', '{', '}', '[', ']':
		return false
	}
	return true
}

// scalar looks at a number: a secret of digits may stand there without quotes.
// Numbers that pair messages are not the page's and stay.
func (s *scan) scalar(top *frame, start, end int) {
	if len(s.index.numbers) == 0 || top.routes {
		return
	}
	if secret, ok := s.index.numbers[string(s.raw[start:end])]; ok {
		s.cut(span{start: start, end: end, label: s.index.entries[secret].label, lead: true, quote: true})
	}
}

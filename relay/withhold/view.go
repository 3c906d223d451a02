package withhold

import "bytes"

// escape is one way of writing bytes as others. Text that holds its sign is searched
// a second time as what the escapes in it mean.
type escape struct {
	sign  []byte
	leads string // bytes that an escape begins with
	// read decodes the escape at the start of text: size bytes of it mean c.
	// Without an escape there, size is 0; c < 0 means nothing at all.
	read func(text []byte) (c rune, size int)
	// bytes says that c is a byte, not a character.
	bytes bool
}

var escapes = []escape{
	{sign: []byte(`%`), leads: `%`, read: percent, bytes: true},
	{sign: []byte(`\`), leads: `\`, read: backslash},
	{sign: []byte(`''`), leads: `'\`, read: quotedKey},
}

// next is where an escape may begin, or -1.
func (e escape) next(text []byte) int {
	if len(e.leads) == 1 {
		return bytes.IndexByte(text, e.leads[0])
	}
	return bytes.IndexAny(text, e.leads)
}

// show fills the view with the stretches of text around its escapes, as far as
// reach on both sides; elsewhere the view would say no more than the text.
func (r *rope) show(text []byte, e escape, reach int) {
	r.reset()
	done := 0  // of text
	quiet := 0 // where the text after the last escape begins
	first := true
	for i := 0; ; {
		n := e.next(text[i:])
		if n < 0 {
			break
		}
		i += n
		c, size := e.read(text[i:])
		if size == 0 {
			i++
			continue
		}
		done = quiet
		if first {
			done = max(0, i-reach)
		} else if i-quiet > 2*reach {
			r.copy(text, quiet, quiet+reach)
			r.buf = append(r.buf, fence)
			done = i - reach
		}
		r.copy(text, done, i)
		switch {
		case c < 0:
		case e.bytes, c < 0x80:
			r.ascii(byte(c), i, size, 0)
		default:
			r.symbol(c, i, size, 0)
		}
		i += size
		quiet, first = i, false
	}
	if !first {
		r.copy(text, quiet, min(len(text), quiet+reach))
	}
}

func (r *rope) copy(text []byte, from, to int) {
	if from < to {
		r.pieces = append(r.pieces, piece{out: int32(len(r.buf)), src: int32(from)})
		r.buf = append(r.buf, text[from:to]...)
	}
}

// percent reads "%2F".
func percent(text []byte) (rune, int) {
	if len(text) < 3 {
		return 0, 0
	}
	b := hexDigit(text[1])<<4 | hexDigit(text[2])
	if b > 0xff {
		return 0, 0
	}
	return rune(b), 3
}

// backslash reads the escapes of JSON, of JavaScript as the upstream quotes in
// it, and of double-quoted YAML: "\n", "\'", "\x0a", "\u00e9", "\u{1f600}", and
// a line's end that is quoted away.
func backslash(text []byte) (rune, int) {
	if len(text) < 2 {
		return 0, 0
	}
	switch c := text[1]; c {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'v':
		return '\v', 2
	case '0':
		return 0, 2
	case '\n':
		return -1, 2
	case 'x':
		if v := hexNumber(text[2:], 2); v >= 0 {
			return v, 4
		}
		return 'x', 2
	case 'u':
		if v := hexNumber(text[2:], 4); v >= 0 {
			return v, 6
		}
		if len(text) > 2 && text[2] == '{' {
			if end := bytes.IndexByte(text[:min(len(text), 12)], '}'); end > 3 {
				if v := hexNumber(text[3:], end-3); v >= 0 && v <= 0x10ffff {
					return v, end + 1
				}
			}
		}
		return 'u', 2
	default:
		if c >= 0x80 { // the character after it stands for itself
			return -1, 1
		}
		return rune(c), 2
	}
}

// quotedKey reads the key of a line in a snapshot that YAML has to quote: a name in
// JSON, in which each single quote then became two.
func quotedKey(text []byte) (rune, int) {
	if text[0] == '\\' {
		return backslash(text)
	}
	if len(text) > 1 && text[1] == '\'' {
		return '\'', 2
	}
	return 0, 0
}

// hexNumber reads n hex digits, or gives -1.
func hexNumber(text []byte, n int) rune {
	if len(text) < n {
		return -1
	}
	v := 0
	for _, c := range text[:n] {
		d := hexDigit(c)
		if d > 15 {
			return -1
		}
		v = v<<4 | d
	}
	return rune(v)
}

package withhold

// candidate is called where an anchor stands in text. The comparison goes over
// the whole form, and its outcome is exact.
func (s *scan) candidate(a *anchor, text []byte, at int) {
	if a.form == formTrigger {
		if !s.viewed {
			s.triggered |= a.kind
			s.triggeredAt = max(s.triggeredAt, at)
		}
		return
	}
	e := &s.index.entries[a.secret]
	var start, end int
	var ok bool
	switch a.form {
	case formPlain:
		start, end, ok = comparePlain(e.value, text, at-int(a.offset))
	case formHex:
		start, end, ok = compareHex(e.value, text, at-int(a.offset), a.sep)
	case formBase64:
		start, end, ok = compareBase64(e.value, text, at-int(a.offset), int(a.align))
	}
	if ok {
		s.hit(start, end, a.secret)
	}
}

// comparePlain accepts a plus for a space, as forms write it.
func comparePlain(value string, text []byte, start int) (int, int, bool) {
	end := start + len(value)
	if start < 0 || end > len(text) {
		return 0, 0, false
	}
	text = text[start:end]
	if string(text) == value {
		return start, end, true
	}
	for i, c := range text {
		if c != value[i] && (c != '+' || value[i] != ' ') {
			return 0, 0, false
		}
	}
	return start, end, true
}

func compareHex(value string, text []byte, start int, sep byte) (int, int, bool) {
	pitch := 2
	if sep != 0 {
		pitch = 3
	}
	end := start + pitch*len(value) - (pitch - 2)
	if start < 0 || end > len(text) {
		return 0, 0, false
	}
	for i := range len(value) {
		pair := text[start+pitch*i:]
		if hexDigit(pair[0])<<4|hexDigit(pair[1]) != int(value[i]) {
			return 0, 0, false
		}
		if sep != 0 && i < len(value)-1 && pair[2] != sep {
			return 0, 0, false
		}
	}
	return start, end, true
}

// hexDigit is the value of a hex digit, or beyond any byte's.
func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 1 << 16
}

// inside gives the base64 characters, counted from the start of the group, that
// hold bits of the value and of nothing else.
func inside(align, length int) (first, end int) {
	return (8*align + 5) / 6, (8*align + 8*length) / 6
}

// compareBase64 compares six bits at a time, in either alphabet; group is where
// the character of the group's first bits stands or would stand. The characters
// at both ends may hold bits of the neighbours too. They are part of the hit
// where their share of the value is right. A value of separated bytes and more
// is found without them: the bits in between are evidence enough, and leaving
// out one end must not let the rest pass.
func compareBase64(value string, text []byte, group, align int) (int, int, bool) {
	first, end := inside(align, len(value))
	if group+first < 0 || group+end > len(text) {
		return 0, 0, false
	}
	for c := first; c < end; c++ {
		if base64Digit(text[group+c]) != sixBits(value, align, c) {
			return 0, 0, false
		}
	}
	shared := func(c int, mask int) bool {
		i := group + c
		return i >= 0 && i < len(text) && base64Digit(text[i])&(mask|^63) == sixBits(value, align, c)&mask
	}
	whole := true
	if 6*first > 8*align {
		if shared(first-1, 1<<(6*first-8*align)-1) {
			first--
		} else {
			whole = false
		}
	}
	if over := 8*align + 8*len(value) - 6*end; over > 0 {
		if shared(end, 63&^(1<<(6-over)-1)) {
			end++
		} else {
			whole = false
		}
	}
	return group + first, group + end, whole || len(value) >= separated
}

// sixBits are the bits of value that stand in character c of its group; bits
// before and after the value read as zero.
func sixBits(value string, align, c int) int {
	bit := 6*c - 8*align
	return (at(value, bit>>3)<<8 | at(value, bit>>3+1)) >> (10 - bit&7) & 63
}

func at(value string, i int) int {
	if i < 0 || i >= len(value) {
		return 0
	}
	return int(value[i])
}

// base64Digit is the value of a character of either alphabet, or negative.
func base64Digit(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+' || c == '-':
		return 62
	case c == '/' || c == '_':
		return 63
	}
	return -1 << 16
}

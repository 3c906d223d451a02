package surface

import "unicode/utf8"

// Cut gives the first n bytes of a text, less what would be half a character.
func Cut(text string, n int) string {
	if n < 0 {
		n = 0
	}
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Clip is Cut with an ellipsis where something was left out. What is cut before it
// is searched for secrets has to be clipped: by the ellipsis, the search knows that
// what stands before it may be a part of one (CB-116).
func Clip(text string, n int) string {
	if cut := Cut(text, n); len(cut) < len(text) {
		return cut + "…"
	}
	return text
}

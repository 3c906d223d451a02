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

package snapshot

import (
	"strings"
	"unicode/utf8"
)

// maxChars bounds a name, a value, a link's target and a text (CD-095).
const maxChars = 80

// clip is text in one line, without control characters, of at most limit
// characters; what was cut is an ellipsis.
func clip(text string, limit int) string {
	text = strings.Join(strings.FieldsFunc(text, isBlank), " ")
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	for i := range text {
		if limit--; limit == 0 {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// isBlank says whether a character shows nothing, or could pass for a line's end.
func isBlank(r rune) bool {
	return r <= ' ' || r >= 0x7f && r <= 0xa0 || r == '\u200b' || r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// quote is text in double quotes, so that no name can pass for more than a name.
func quote(text string) string {
	return `"` + quoting.Replace(clip(text, maxChars)) + `"`
}

var quoting = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

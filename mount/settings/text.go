package settings

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// byteOrderMark may open a file that was written on Windows.
var byteOrderMark = []byte("\xef\xbb\xbf")

// checkText refuses what no editor would show as text.
func checkText(text []byte) error {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return errorAt(text, i, "is not UTF-8 text")
		}
		i += size
	}
	return nil
}

// position gives line and column of an offset, from 1, in characters.
func position(text []byte, offset int) (line, col int) {
	offset = max(0, min(offset, len(text))) // a parser may point just outside
	start := lineStart(text, offset)
	head := bytes.TrimPrefix(text[start:offset], byteOrderMark)
	return 1 + bytes.Count(text[:start], []byte("\n")), 1 + utf8.RuneCount(head)
}

// lineStart is the offset at which the line of an offset begins.
func lineStart(text []byte, offset int) int { return bytes.LastIndexByte(text[:offset], '\n') + 1 }

// lineEnd is the offset of a line's end, before its line break.
func lineEnd(text []byte, offset int) int {
	end := len(text)
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	if end > offset && end < len(text) && text[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine is the offset at which the line after this one begins.
func nextLine(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}

// offsetOf is the offset of a line and column, from 1, in characters.
func offsetOf(text []byte, line, col int) int {
	at := 0
	for ; line > 1; line-- {
		at = nextLine(text, at)
	}
	if at == 0 {
		at = len(text) - len(bytes.TrimPrefix(text, byteOrderMark))
	}
	for ; col > 1 && at < len(text); col-- {
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}

// indentation is the white space that an offset's line begins with.
func indentation(text []byte, offset int) string {
	start := lineStart(text, offset)
	if start == 0 {
		text = bytes.TrimPrefix(text, byteOrderMark)
	}
	line := text[start:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// lineBreak is the one that the text uses first.
func lineBreak(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func blank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// splice gives text with the bytes between two offsets replaced.
func splice(text []byte, from, to int, with string) []byte {
	out := make([]byte, 0, len(text)-(to-from)+len(with))
	out = append(out, text[:from]...)
	out = append(out, with...)
	return append(out, text[to:]...)
}

// bare is a word that TOML and YAML take without quotes.
var bare = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// quote writes a string between double quotes, in the one way that JSON, TOML
// and YAML read alike.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff':
			const hex = "0123456789abcdef"
			b.WriteString(`\u`)
			for shift := 12; shift >= 0; shift -= 4 {
				b.WriteByte(hex[r>>shift&15])
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

package withhold

import "strings"

// readMarkup reads the elements that errors show:
//
//	<input type="password" name="p" value="secret"/>
//
// Quotes in the value are not escaped there, so it is taken to reach to the last
// one that can end it.
func readMarkup(line string, hide hider, keep func(string)) {
	for at := 0; ; {
		n := strings.Index(line[at:], "<input ")
		if n < 0 {
			return
		}
		start := at + n
		end := start + elementEnd(line[start:])
		element := line[start:end]
		at = end
		v := strings.Index(element, ` value="`)
		if v < 0 {
			continue
		}
		v += len(` value="`)
		value := element[v:]
		if q := strings.LastIndexByte(value, '"'); q >= 0 {
			value = value[:q]
		}
		if ReadsLikeSecret(element[:v]) || ReadsLikeSecret(element[v+len(value):]) || ReadsLikeSecret(attributes(value)) {
			hide(start+v, start+v+len(value), fieldLabel)
			if q := strings.Index(value, `" `); q >= 0 {
				keep(value[:q])
			}
			keep(value)
		}
	}
}

// elementEnd is the length of the element at the start of text.
func elementEnd(text string) int {
	for _, end := range []string{`"/>`, `">`, `/>`} {
		if n := strings.Index(text, end); n >= 0 {
			return n + len(end)
		}
	}
	return len(text)
}

// attributes are what may follow the value inside what was taken for it.
func attributes(value string) string {
	if n := strings.Index(value, `" `); n >= 0 {
		return value[n:]
	}
	return ""
}

package withhold

import (
	"net/url"
	"strings"
)

// readQuery reads the page's address: the parameters whose names read like a
// secret, as a form sent by GET leaves them there.
func readQuery(address string, at int, hide hider, keep func(string)) {
	from := strings.IndexByte(address, '?') + 1
	if from == 0 {
		return
	}
	for _, pair := range strings.FieldsFunc(address[from:], func(r rune) bool { return r == '&' || r == '#' || r == '?' }) {
		start := from + strings.Index(address[from:], pair)
		from = start + len(pair)
		name, value, _ := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(name); err == nil {
			name = decoded
		}
		if value == "" || !ReadsLikeSecret(name) {
			continue
		}
		hide(at+from-len(value), at+from, fieldLabel)
		if decoded, err := url.QueryUnescape(value); err == nil {
			keep(decoded)
		}
	}
}

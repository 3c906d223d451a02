package withhold

import "strings"

// headers whose value is a credential.
var headers = []string{"authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key"}

// readHeader reads a line of browser_network_request, a name in small letters,
// a colon and the value, and the same inside of JSON or a command line.
func readHeader(line string, hide hider) {
	trimmed := strings.TrimLeft(line, " ")
	if name, value, ok := strings.Cut(trimmed, ": "); ok {
		for _, header := range headers {
			if strings.EqualFold(name, header) && isCredential(header, value) {
				hide(len(line)-len(value), len(line), header+" header")
				return
			}
		}
	}
	lower := strings.ToLower(line)
	if len(lower) != len(line) {
		return
	}
	for _, scheme := range []string{"bearer ", "basic "} {
		for at := 0; ; {
			n := strings.Index(lower[at:], scheme)
			if n < 0 {
				break
			}
			start := at + n + len(scheme)
			end := start
			for end < len(line) && isTokenByte(line[end]) {
				end++
			}
			if end-start >= 8 && strings.Contains(lower[:at+n], "authorization") {
				hide(start, end, "authorization header")
			}
			at = start
		}
	}
}

// isCredential keeps prose that begins like a header: "cookie: we use cookies".
func isCredential(header, value string) bool {
	if strings.HasSuffix(header, "cookie") {
		return strings.Contains(value, "=")
	}
	return value != ""
}

func isTokenByte(c byte) bool {
	return base64Digit(c) >= 0 || c == '.' || c == '~' || c == '='
}

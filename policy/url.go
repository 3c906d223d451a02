package policy

import (
	"strconv"
	"strings"
)

// A URL is where a navigation leads: what matters of it.
type URL struct {
	Scheme string // http, https, about or data
	Host   string // canonical; "" for about and data
	Port   int
}

// URL decides on the URL of a navigation before anything is looked up: http,
// https, about:blank and, where the policy lets it, data. Every other scheme is
// refused in every spelling, by being in no list (SN-080, SN-081).
func (n *Network) URL(raw string) Decision {
	u, err := ParseURL(raw)
	switch {
	case err != nil:
		return Decision{Reason: err.Error()}
	case u.Scheme == "about":
		return Decision{Allowed: true}
	case u.Scheme == "data":
		if !n.DataURLs {
			return Decision{Reason: "network.data_urls is off", Line: n.DataLine}
		}
		return Decision{Allowed: true, Line: n.DataLine}
	default:
		return n.Host(u.Host, u.Port)
	}
}

// ParseURL reads a URL as the upstream's browser_navigate and browser_tabs do:
// what the URL standard cannot parse gets https:// in front, and http:// where
// it begins with "localhost"; and what then begins with "localhost" or
// "127.0.0.1" gets http:// in front, since "localhost:3000" does parse, with
// "localhost" as its scheme. The error is a sentence.
func ParseURL(raw string) (URL, error) {
	s := stripURL(raw)
	scheme, rest, ok := cutScheme(s)
	if !ok {
		if strings.HasPrefix(raw, "localhost") {
			return parseAuthority("http", stripURL(raw), raw)
		}
		return parseAuthority("https", stripURL(raw), raw)
	}
	switch scheme {
	case "http", "https":
		return parseAuthority(scheme, rest, raw)
	case "about":
		if page, _, _ := strings.Cut(rest, "#"); page == "blank" || strings.HasPrefix(page, "blank?") {
			return URL{Scheme: "about"}, nil
		}
	case "data":
		return URL{Scheme: "data"}, nil
	}
	if again := scheme + ":" + rest; strings.HasPrefix(again, "localhost") {
		return parseAuthority("http", again, raw)
	}
	return URL{}, notNavigable{scheme, rest}
}

// notNavigable is a scheme that is in no list.
type notNavigable struct{ scheme, rest string }

func (e notNavigable) Error() string {
	cure := "; only http, https, about:blank and data may be"
	port, _, _ := strings.Cut(e.rest, "/")
	if _, err := strconv.ParseUint(port, 10, 16); err == nil && strings.Contains(e.scheme, ".") {
		cure = "; put https:// in front of it"
	}
	return quote(e.scheme+":") + " may not be navigated to" + cure
}

// notURL is what neither the URL standard nor the upstream makes a URL of.
type notURL string

func (e notURL) Error() string { return quote(string(e)) + " is not a URL that leads to a host" }

// stripURL does what the URL standard does before anything else: C0 controls
// and spaces at both ends go, tabs and newlines anywhere.
func stripURL(raw string) string {
	s := strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
}

// cutScheme takes a scheme (RFC 3986, section 3.1) off, in lower case.
func cutScheme(s string) (scheme, rest string, ok bool) {
	for i, c := range []byte(s) {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(s[:i]), s[i+1:], true
		default:
			return "", "", false
		}
	}
	return "", "", false
}

// parseAuthority reads what follows "http:" or "https:". As in the URL
// standard, any number of slashes of either kind may come first, either kind
// ends the authority, and the user name ends at its last @.
func parseAuthority(scheme, rest, raw string) (URL, error) {
	rest = strings.TrimLeft(rest, `/\`)
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]

	host, portText := rest, ""
	from := strings.IndexByte(rest, ']') + 1 // a colon inside brackets is the address's own
	if colon := strings.IndexByte(rest[from:], ':'); colon >= 0 {
		host, portText = rest[:from+colon], rest[from+colon+1:]
	}
	port := map[string]int{"http": 80, "https": 443}[scheme]
	if portText != "" {
		n, err := strconv.ParseUint(portText, 10, 16)
		if err != nil || strings.HasPrefix(portText, "+") {
			return URL{}, notURL(raw)
		}
		port = int(n)
	}
	name, ip, err := CanonicalHost(host)
	if err != nil {
		return URL{}, notURL(raw)
	}
	if ip.IsValid() {
		name = ip.String()
	}
	return URL{Scheme: scheme, Host: name, Port: port}, nil
}

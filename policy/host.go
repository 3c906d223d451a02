package policy

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

var (
	errHost     = errors.New("not a host name")
	errHostLong = errors.New("longer than a host name may be")
)

// domainToASCII is UTS #46 as the URL standard asks for it: non-transitional,
// joiners and bidirectional text checked, hyphens and STD3 not.
var domainToASCII = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
	idna.CheckJoiners(true),
	idna.BidiRule(),
)

// CanonicalHost is the one form in which a host is compared, looked up and
// dialled: a name in lower-case ASCII without the dot at its end, or an
// address. Exactly one of the two is set.
//
// It is the host parser of the WHATWG URL standard (section 3.5), which is what
// a browser does, so that 0x7f.1, 2130706433, ⑫7.1 and [::ffff:127.0.0.1] all
// come out as 127.0.0.1. It is narrower in three places where a browser would
// go on to ask the name server: empty labels, labels over 63 and names over 253
// bytes (RFC 1035, section 2.3.4), and zone identifiers are refused. A bare IPv6
// address without brackets is understood, as an authority that was split has it.
func CanonicalHost(host string) (name string, ip netip.Addr, err error) {
	if len(host) > 1024 {
		return "", netip.Addr{}, errHostLong
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		if !ok {
			return "", netip.Addr{}, errHost
		}
		return parseIPv6(inner)
	}
	if strings.Count(host, ":") >= 2 {
		return parseIPv6(host)
	}

	domain, err := url.PathUnescape(host)
	if err != nil || !utf8.ValidString(domain) {
		return "", netip.Addr{}, errHost
	}
	if name, err = domainToASCII.ToASCII(domain); err != nil || strings.ContainsFunc(name, forbiddenInDomain) {
		return "", netip.Addr{}, errHost
	}
	if endsInNumber(name) {
		ip, err = parseIPv4(name)
		return "", ip, err
	}
	name = strings.TrimSuffix(name, ".")
	if len(name) > 253 {
		return "", netip.Addr{}, errHostLong
	}
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "":
			return "", netip.Addr{}, errHost
		case len(label) > 63:
			return "", netip.Addr{}, errHostLong
		}
	}
	return name, netip.Addr{}, nil
}

// parseIPv6 reads an address of RFC 4291 without a zone. One that only wraps an
// IPv4 address is that address: the kernel connects to it over IPv4.
func parseIPv6(s string) (string, netip.Addr, error) {
	ip, err := netip.ParseAddr(s)
	if err != nil || !ip.Is6() || ip.Zone() != "" || strings.Contains(s, "%") {
		return "", netip.Addr{}, errHost
	}
	return "", ip.Unmap(), nil
}

// forbiddenInDomain are the forbidden domain code points of the URL standard.
func forbiddenInDomain(r rune) bool {
	return r <= 0x20 || r >= 0x7f || strings.ContainsRune(`#%/:<>?@[\]^|`, r)
}

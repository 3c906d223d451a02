package policy

import "net/netip"

// A class says what kind of place an address is, and with it what opens it.
type class int

const (
	public    class = iota
	private         // opened by its host's exact name, its address, or a CIDR
	loopback        // opened by localhost or the address itself
	linkLocal       // opened by the address itself
	metadata        // opened by the address itself
	own             // this machine's own: opened by the address itself
	never           // unspecified, multicast, broadcast: opened by nothing
)

// words is how a refusal names an address of the class.
func (c class) words() string {
	return [...]string{"a public address", "a private address", "a loopback address", "a link-local address",
		"a cloud metadata address", "an address of this machine", "not an address of one host"}[c]
}

// cure is how the policy would open an address of the class.
func (c class) cure() string {
	switch c {
	case private:
		return "; name the host exactly, the address or its CIDR in network.allow to open it"
	case loopback:
		return "; only localhost or the address itself in network.allow opens it"
	case never:
		return "; nothing opens it"
	default:
		return "; only the address itself in network.allow opens it"
	}
}

// special are the ranges that are not the public internet, the narrower first
// (IANA IPv4 and IPv6 Special-Purpose Address Registries; metadata services of
// the large clouds).
var special = []struct {
	prefix netip.Prefix
	class  class
}{
	{netip.MustParsePrefix("100.100.100.200/32"), metadata}, // Alibaba
	{netip.MustParsePrefix("168.63.129.16/32"), metadata},   // Azure
	{netip.MustParsePrefix("192.0.0.192/32"), metadata},     // Oracle
	{netip.MustParsePrefix("169.254.0.0/16"), metadata},     // all of them, and IPv4 link-local (RFC 3927)
	{netip.MustParsePrefix("fd00:ec2::/32"), metadata},      // Amazon

	{netip.MustParsePrefix("255.255.255.255/32"), never}, // broadcast
	{netip.MustParsePrefix("0.0.0.0/8"), never},          // this network (RFC 791)
	{netip.MustParsePrefix("224.0.0.0/4"), never},        // multicast
	{netip.MustParsePrefix("127.0.0.0/8"), loopback},
	{netip.MustParsePrefix("10.0.0.0/8"), private},      // RFC 1918
	{netip.MustParsePrefix("172.16.0.0/12"), private},   // RFC 1918
	{netip.MustParsePrefix("192.168.0.0/16"), private},  // RFC 1918
	{netip.MustParsePrefix("100.64.0.0/10"), private},   // carrier-grade NAT (RFC 6598)
	{netip.MustParsePrefix("192.0.0.0/24"), private},    // protocol assignments (RFC 6890)
	{netip.MustParsePrefix("192.0.2.0/24"), private},    // documentation (RFC 5737)
	{netip.MustParsePrefix("198.51.100.0/24"), private}, // documentation
	{netip.MustParsePrefix("203.0.113.0/24"), private},  // documentation
	{netip.MustParsePrefix("192.88.99.0/24"), private},  // 6to4 relays, withdrawn (RFC 7526)
	{netip.MustParsePrefix("198.18.0.0/15"), private},   // benchmarks (RFC 2544)
	{netip.MustParsePrefix("240.0.0.0/4"), private},     // reserved (RFC 1112)

	{netip.MustParsePrefix("::/128"), never},
	{netip.MustParsePrefix("::1/128"), loopback},
	{netip.MustParsePrefix("::/96"), public},           // IPv4-compatible: decided by what it wraps
	{netip.MustParsePrefix("::ffff:0:0:0/96"), public}, // IPv4-translated (RFC 7915): likewise
	{netip.MustParsePrefix("64:ff9b::/96"), public},    // NAT64 (RFC 6052): likewise
	{netip.MustParsePrefix("ff00::/8"), never},         // multicast
	{netip.MustParsePrefix("fe80::/10"), linkLocal},
	{netip.MustParsePrefix("2001:2::/48"), private},   // benchmarks (RFC 5180)
	{netip.MustParsePrefix("2001:10::/28"), private},  // ORCHID, withdrawn (RFC 4843)
	{netip.MustParsePrefix("2001:db8::/32"), private}, // documentation (RFC 3849)
	{netip.MustParsePrefix("3fff::/20"), private},     // documentation (RFC 9637)
	{netip.MustParsePrefix("2000::/3"), public},       // global unicast (RFC 4291, section 2.4)
	{netip.MustParsePrefix("::/0"), private},          // unique local, site-local, local NAT64, and all that is not assigned
}

// classify says what an address is by its own bits; see disguises for what it
// may wrap.
func classify(ip netip.Addr) class {
	for _, s := range special {
		if s.prefix.Contains(ip) {
			return s.class
		}
	}
	return public // IPv4 that no range above holds
}

package policy

import "net/netip"

var (
	ipv4Compatible = netip.MustParsePrefix("::/96")           // RFC 4291, section 2.5.5.1
	ipv4Translated = netip.MustParsePrefix("::ffff:0:0:0/96") // RFC 7915
	nat64          = netip.MustParsePrefix("64:ff9b::/96")    // RFC 6052
	nat64Local     = netip.MustParsePrefix("64:ff9b:1::/48")  // RFC 8215
	sixToFour      = netip.MustParsePrefix("2002::/16")       // RFC 3056
	teredo         = netip.MustParsePrefix("2001::/32")       // RFC 4380
)

// disguises are the IPv4 addresses that a gateway on the way might make of an
// IPv6 one. An address may be dialled only if each of them may.
func disguises(ip netip.Addr) []netip.Addr {
	if !ip.Is6() {
		return nil
	}
	b := ip.As16()
	four := func(i, j, k, l int) netip.Addr { return netip.AddrFrom4([4]byte{b[i], b[j], b[k], b[l]}) }
	last := four(12, 13, 14, 15)

	switch {
	case ip == netip.IPv6Unspecified() || ip == netip.IPv6Loopback():
		return nil
	case ipv4Compatible.Contains(ip), ipv4Translated.Contains(ip), nat64.Contains(ip):
		return []netip.Addr{last}
	case nat64Local.Contains(ip):
		// The operator chose the length of the prefix, and with it where the
		// address stands (RFC 6052, section 2.2: /48, /56, /64, /96). A reading
		// within 0.0.0.0/8, which no gateway sends anywhere, is the wrong one.
		var views []netip.Addr
		for _, view := range []netip.Addr{four(6, 7, 9, 10), four(7, 9, 10, 11), four(9, 10, 11, 12), last} {
			if view.As4()[0] != 0 {
				views = append(views, view)
			}
		}
		return views
	case sixToFour.Contains(ip):
		return append([]netip.Addr{four(2, 3, 4, 5)}, isatap(b)...)
	case teredo.Contains(ip):
		client := netip.AddrFrom4([4]byte{^b[12], ^b[13], ^b[14], ^b[15]})
		return []netip.Addr{four(4, 5, 6, 7), client} // its server and its client, which is stored inverted
	default:
		return isatap(b)
	}
}

// isatap finds the interface identifier of RFC 5214, below any prefix:
// 0000:5efe or 0200:5efe, then the IPv4 address.
func isatap(b [16]byte) []netip.Addr {
	if b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe {
		return []netip.Addr{netip.AddrFrom4([4]byte(b[12:16]))}
	}
	return nil
}

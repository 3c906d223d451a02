package policy

import (
	"net/netip"
	"slices"
)

func (n *Network) classOf(ip netip.Addr) class {
	c := classify(ip)
	if c == loopback || c == never {
		return c
	}
	mine := n.Own
	if mine == nil {
		mine = Interfaces
	}
	if slices.Contains(mine(), ip) {
		return own
	}
	return c
}

// opens says whether a pattern of allow opens an address of a class for a host
// that allow covers already.
func (n *Network) opens(t target, view netip.Addr, c class) bool {
	switch c {
	case public:
		return true
	case never:
		return false
	case private:
		return slices.ContainsFunc(n.Allow, func(p Pattern) bool {
			switch p.kind {
			case exactName:
				return p.covers(t)
			case oneAddress, prefix:
				return p.prefix.Contains(view) && (t.name != "" || p.coversPort(t.port))
			default:
				return false
			}
		})
	default:
		return slices.ContainsFunc(n.Allow, func(p Pattern) bool {
			if c == loopback && p.kind == exactName && p.name == "localhost" {
				return p.covers(t)
			}
			return p.kind == oneAddress && p.covers(t)
		})
	}
}

// deniesAddress is deny's say on an address that a name has.
func (n *Network) deniesAddress(ip netip.Addr, port int) bool {
	return slices.ContainsFunc(n.Deny, func(p Pattern) bool {
		return (p.kind == oneAddress || p.kind == prefix) && p.prefix.Contains(ip) && (p.port == 0 || p.port == port)
	})
}

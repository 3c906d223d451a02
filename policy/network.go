package policy

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Network decides which hosts may be reached. deny wins over allow, and a
// pattern of deny without a port closes every port. It may be used by many
// goroutines at once.
type Network struct {
	Allow, Deny []Pattern
	DataURLs    bool // may data: be navigated to (SN-081)

	AllowLine, DenyLine, DataLine string

	// Own gives this machine's own addresses; nil means Interfaces.
	Own func() []netip.Addr
}

// A target is a host in its canonical form, at a port.
type target struct {
	name string     // "" for an address
	ip   netip.Addr // invalid for a name
	port int
}

func parseTarget(host string, port int) (target, error) {
	name, ip, err := CanonicalHost(host)
	switch {
	case err != nil:
		err = fmt.Errorf("%s is %w", quote(host), err)
	case port < 1 || port > 65535:
		err = fmt.Errorf("%s has no port between 1 and 65535", quote(host))
	}
	return target{name, ip, port}, err
}

func (t target) String() string {
	host := t.name
	if host == "" {
		host = t.ip.String()
	}
	return net.JoinHostPort(host, strconv.Itoa(t.port))
}

// Host decides on a host before any look-up. A name that passes here has still
// to pass Address with each address it turns out to have.
func (n *Network) Host(host string, port int) Decision {
	t, err := parseTarget(host, port)
	if err != nil {
		return Decision{Reason: err.Error(), Line: n.AllowLine}
	}
	switch {
	case t.ip.IsValid():
		return n.address(t, t.ip)
	case t.name == "localhost" || strings.HasSuffix(t.name, ".localhost"):
		return n.address(t, Loopback[0]) // no look-up may say otherwise (RFC 6761, section 6.3)
	default:
		return n.named(t)
	}
}

// Loopback is what localhost is, whatever a name server says.
var Loopback = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// Address decides on an address that a host was found to have, whatever it is
// disguised as; the address that passes is the one to dial, with no second
// look-up.
func (n *Network) Address(host string, port int, ip netip.Addr) Decision {
	t, err := parseTarget(host, port)
	if err != nil {
		return Decision{Reason: err.Error(), Line: n.AllowLine}
	}
	return n.address(t, ip)
}

// Named says whether the policy names a host by more than "*".
func (n *Network) Named(host string, port int) bool {
	t, err := parseTarget(host, port)
	return err == nil && slices.ContainsFunc(n.Allow, func(p Pattern) bool { return p.kind != everything && p.covers(t) })
}

// named decides by the host alone.
func (n *Network) named(t target) Decision {
	for _, p := range n.Deny {
		if p.coversHost(t) && (p.port == 0 || p.port == t.port) {
			return Decision{Reason: t.String() + " is in network.deny", Line: n.DenyLine}
		}
	}
	otherPort := false
	for _, p := range n.Allow {
		if p.covers(t) {
			return Decision{Allowed: true, Line: n.AllowLine}
		}
		otherPort = otherPort || (p.coversHost(t) && p.port == 0)
	}
	reason := t.String() + " is not in network.allow"
	if otherPort {
		reason += "; a pattern without a port opens 80 and 443 only"
	}
	return Decision{Reason: reason, Line: n.AllowLine}
}

func (n *Network) address(t target, ip netip.Addr) Decision {
	if d := n.named(t); !d.Allowed {
		return d
	}
	if !ip.IsValid() || ip.Zone() != "" {
		return Decision{Reason: t.String() + " has an address with a zone, which nothing opens", Line: n.AllowLine}
	}
	ip = ip.Unmap()
	if t.ip.IsValid() && t.ip != ip {
		return Decision{Reason: t.String() + " is an address and can have no other", Line: n.AllowLine}
	}
	for _, view := range append([]netip.Addr{ip}, disguises(ip)...) {
		if n.deniesAddress(view, t.port) {
			return Decision{Reason: subject(t, ip) + "in network.deny", Line: n.DenyLine}
		}
		if c := n.classOf(view); !n.opens(t, view, c) {
			return Decision{Reason: subject(t, ip) + c.words() + c.cure(), Line: n.AllowLine}
		}
	}
	return Decision{Allowed: true, Line: n.AllowLine}
}

// subject begins a sentence about an address: "10.0.0.1:80 is " or
// "intranet.example:80 has the address 10.0.0.1, which is ".
func subject(t target, ip netip.Addr) string {
	if t.ip.IsValid() {
		return t.String() + " is "
	}
	return t.String() + " has the address " + ip.String() + ", which is "
}

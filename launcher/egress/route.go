package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"connector-browser/policy"
)

// A route is a host that may be reached, and how.
type route struct {
	name      string // canonical host
	port      int
	line      string
	asked     time.Time
	addresses []netip.AddrPort // checked, in the order to try; empty where only the parent can look the name up
	parent    *url.URL         // the system's own proxy, nil for none
}

// authority is the route's host and port, the form that goes into a request.
func (r *route) authority() string { return net.JoinHostPort(r.name, strconv.Itoa(r.port)) }

// A refusal is why a request goes nowhere.
type refusal struct {
	status     int
	decision   policy.Decision
	background bool
}

// route decides on a host: by its name, then by every address that it has. A
// name with one forbidden address is refused as a whole, since an attacker who
// answers for it chooses which of them is tried first. There is one look-up,
// and what was checked is what is dialled, so a name that answers otherwise the
// next time (rebinding) gains nothing.
//
// Behind a parent proxy the name is sent to it, and the parent looks it up once
// more; the check here is of our own look-up. Where ours finds nothing, as in
// networks that leave names to their proxy, the decision is by name alone.
func (p *Proxy) route(ctx context.Context, host string, port int, scheme string) (*route, *refusal) {
	name, ip, err := policy.CanonicalHost(host)
	if err == nil && !p.gate.isOpen() {
		return nil, &refusal{http.StatusForbidden, policy.Decision{Reason: canonical(host, port) + " was asked for before the first call that needs a page"}, true}
	}
	site := backgroundSite(name)
	background := site != "" && !p.gate.visiting(site)

	d := p.rules.Host(host, port)
	if !d.Allowed || err != nil {
		return nil, &refusal{http.StatusForbidden, d, background}
	}
	if background && !p.rules.Named(name, port) {
		return nil, &refusal{http.StatusForbidden, policy.Decision{
			Reason: canonical(host, port) + " is a host that the browser itself asks for; name it in network.allow, or visit a page of " + site + ", to open it",
			Line:   d.Line}, true}
	}
	if ip.IsValid() {
		name = ip.String()
	}
	r := &route{name: name, port: port, line: d.Line, asked: time.Now()}
	if r.parent, err = p.opts.Parent(&url.URL{Scheme: scheme, Host: r.authority()}); err != nil {
		return nil, failed(r, "has no usable parent proxy; mend HTTPS_PROXY or HTTP_PROXY")
	}
	addresses, err := p.lookup(ctx, name, ip)
	if (err != nil || len(addresses) == 0) && r.parent == nil {
		return nil, failed(r, "has no address")
	}
	for _, address := range addresses {
		if d := p.rules.Address(name, port, address); !d.Allowed {
			return nil, &refusal{http.StatusForbidden, d, background}
		}
		to := netip.AddrPortFrom(address.Unmap(), uint16(port))
		if p.isSelf(to) {
			return nil, &refusal{http.StatusForbidden, policy.Decision{Reason: r.authority() + " is this proxy itself", Line: d.Line}, false}
		}
		r.addresses = append(r.addresses, to)
	}
	return r, nil
}

// failed is a host that may be reached and cannot.
func failed(r *route, why string) *refusal {
	return &refusal{http.StatusBadGateway, policy.Decision{Allowed: true, Reason: r.authority() + " " + why, Line: r.line}, false}
}

// lookup gives the addresses of a host. Those of localhost are known (RFC 6761,
// section 6.3): no name server is asked for them.
func (p *Proxy) lookup(ctx context.Context, name string, ip netip.Addr) ([]netip.Addr, error) {
	switch {
	case ip.IsValid():
		return []netip.Addr{ip}, nil
	case name == "localhost":
		return policy.Loopback, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	return p.opts.Resolve(ctx, name)
}

// isSelf says whether an address is where this proxy listens.
func (p *Proxy) isSelf(to netip.AddrPort) bool {
	p.mu.Lock()
	self := p.self
	p.mu.Unlock()
	if to.Port() != self.Port() {
		return false
	}
	return to.Addr() == self.Addr().Unmap() || (self.Addr().IsUnspecified() && to.Addr().IsLoopback())
}

// canonicalHost is a host as it is compared, or no more than a bit of what is none.
func canonicalHost(host string) string {
	name, ip, err := policy.CanonicalHost(host)
	switch {
	case err != nil:
		return strings.ToValidUTF8(host[:min(len(host), 80)], "")
	case ip.IsValid():
		return ip.String()
	default:
		return name
	}
}

func canonical(host string, port int) string {
	return net.JoinHostPort(canonicalHost(host), strconv.Itoa(port))
}

// splitAuthority reads the target of CONNECT (RFC 9110, section 9.3.6), which
// is a host and a port and nothing else.
func splitAuthority(s string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(s)
	if err != nil || host == "" {
		return "", 0, errors.New("CONNECT wants host:port")
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || n == 0 || digits[0] == '+' {
		return "", 0, errors.New("CONNECT wants a port between 1 and 65535")
	}
	return host, int(n), nil
}

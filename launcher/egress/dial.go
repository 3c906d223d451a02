package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"syscall"
	"time"
)

// resolve asks the system. A name with a dot is absolute: no search domain of
// this machine may turn it into another.
func resolve(ctx context.Context, name string) ([]netip.Addr, error) {
	if strings.Contains(name, ".") {
		name += "."
	}
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
}

// dial connects to an address; there is nothing left to look up.
func dial(ctx context.Context, address netip.AddrPort) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", address.String())
}

// attemptDelay is how long an attempt is alone before the next address is tried
// beside it (RFC 8305, section 8).
const attemptDelay = 250 * time.Millisecond

// race connects to the first address that answers, families taking turns
// (RFC 8305, section 4).
func race(ctx context.Context, addresses []netip.AddrPort, dial func(context.Context, netip.AddrPort) (net.Conn, error)) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	type result struct {
		conn net.Conn
		err  error
	}
	addresses = interleave(addresses)
	results := make(chan result, len(addresses))
	running := 0
	start := func() {
		if len(addresses) == 0 {
			return
		}
		next := addresses[0]
		addresses = addresses[1:]
		running++
		go func() {
			conn, err := dial(ctx, next)
			results <- result{conn, err}
		}()
	}

	first := error(nil)
	ticker := time.NewTicker(attemptDelay)
	defer ticker.Stop()
	for start(); running > 0; {
		select {
		case <-ticker.C:
			start()
		case r := <-results:
			running--
			if r.err == nil {
				late := running
				go func() { // attempts that connect after all
					for range late {
						if r := <-results; r.conn != nil {
							r.conn.Close()
						}
					}
				}()
				return r.conn, nil
			}
			if first == nil {
				first = r.err
			}
			start()
		}
	}
	return nil, first
}

// interleave orders addresses so that the families take turns, the resolver's
// first choice first.
func interleave(addresses []netip.AddrPort) []netip.AddrPort {
	var same, other, mixed []netip.AddrPort
	for _, a := range addresses {
		if a.Addr().Is4() == addresses[0].Addr().Is4() {
			same = append(same, a)
		} else {
			other = append(other, a)
		}
	}
	for i := range max(len(same), len(other)) {
		if i < len(same) {
			mixed = append(mixed, same[i])
		}
		if i < len(other) {
			mixed = append(mixed, other[i])
		}
	}
	return mixed
}

// dialFault says in a few words why a connection did not come about.
func dialFault(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refuses the connection"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "cannot be reached from this machine"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "ended the connection"
	case errors.Is(err, context.Canceled):
		return "was no longer wanted"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "did not answer in time"
	default:
		return "cannot be reached"
	}
}

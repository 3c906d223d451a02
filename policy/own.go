package policy

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// Interfaces gives the addresses of this machine's own interfaces, looked up
// anew when the last look is older than two seconds: laptops change networks
// within a session, and a lookup costs more than a decision may.
var Interfaces = func() func() []netip.Addr {
	var mu sync.Mutex
	var seen time.Time
	var list []netip.Addr
	return func() []netip.Addr {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(seen) < 2*time.Second {
			return list
		}
		addrs, err := net.InterfaceAddrs()
		if err != nil {
			return list // what was seen last still holds
		}
		fresh := make([]netip.Addr, 0, len(addrs))
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				fresh = append(fresh, p.Addr().Unmap().WithZone(""))
			}
		}
		list, seen = fresh, time.Now()
		return list
	}
}()

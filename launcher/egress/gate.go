package egress

import (
	"slices"
	"strings"
	"sync"

	"connector-browser/policy"
)

// A gate knows what the session is doing: nothing yet, or which pages are open.
type gate struct {
	mu    sync.Mutex
	open  bool
	pages []string // canonical hosts
}

// Open lets requests reach the policy. It is called with the first call that
// needs a page; until then everything is refused, whatever the browser asks for.
func (p *Proxy) Open() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.gate.open = true
}

// Visit says which pages are open or about to be, by their hosts; it replaces
// what was said before. Background hosts of the same site are let through.
func (p *Proxy) Visit(hosts ...string) {
	var pages []string
	for _, host := range hosts {
		if name, _, err := policy.CanonicalHost(host); err == nil && name != "" {
			pages = append(pages, name)
		}
	}
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	p.gate.pages = pages
}

func (g *gate) isOpen() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.open
}

// visiting says whether a page of a site is open.
func (g *gate) visiting(site string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.pages, func(page string) bool {
		return page == site || strings.HasSuffix(page, "."+site)
	})
}

package launcher

import (
	"context"
	"slices"
	"sync"

	"connector-browser/launcher/egress"
	"connector-browser/launcher/sandbox"
	"connector-browser/policy"
	"connector-browser/relay"
)

// door is the way out of the walls of one launch. Each child has a proxy of its
// own; what the relay said before it was there holds for it too.
type door struct {
	rules   *policy.Network
	observe func(relay.Contact) // set before the first child starts
	always  []string            // whose pages count as open throughout

	mu    sync.Mutex
	proxy *egress.Proxy // of the child of the moment, or nil
	open  bool
	hosts []string
}

// serve makes the way out for one child. What it returns closes it.
func (d *door) serve(ctx context.Context, child *sandbox.Child) (shut func()) {
	proxy := egress.New(d.rules, egress.Options{
		Observe: func(e egress.Event) { d.observe(relay.Contact(e)) },
	})
	d.use(proxy)
	go proxy.Serve(ctx, child.Proxy)
	return func() {
		d.use(nil)
		proxy.Close()
	}
}

func (d *door) use(proxy *egress.Proxy) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.proxy = proxy
	d.pass()
}

// pass tells the proxy what the relay said. The lock is held.
func (d *door) pass() {
	if d.proxy == nil {
		return
	}
	d.proxy.Visit(slices.Concat(d.always, d.hosts)...)
	if d.open {
		d.proxy.Open()
	}
}

// Open is called with the first call that needs a page.
func (d *door) Open() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = true
	d.pass()
}

// Visit is told which pages are open or about to be.
func (d *door) Visit(hosts ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hosts = hosts
	d.pass()
}

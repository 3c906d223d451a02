// Package egress is the only door out of the walls: an HTTP forward proxy that
// asks the policy about every host before it looks it up, about every address
// before it dials it, and dials exactly the address that was asked about.
//
// Redirects, WebSockets, sub-resources, service workers, pop-ups and downloads
// pass this door one by one, since inside the walls there is no other.
package egress

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"golang.org/x/net/http/httpproxy"

	"connector-browser/policy"
)

// Rules is what the door asks; *policy.Network answers it.
type Rules interface {
	Host(host string, port int) policy.Decision
	Address(host string, port int, ip netip.Addr) policy.Decision
	Named(host string, port int) bool
}

// An Event is a request that was refused, told at once, or a connection that
// was let through, told when it has ended and its bytes are counted.
type Event struct {
	Time       time.Time // when it was asked for
	Host       string    // canonical; as it was sent where it is no host
	Port       int
	Allowed    bool
	Background bool   // asked for by the browser itself, not by a page
	Reason     string // why it was refused, or why it failed though allowed
	Line       string // of the policy: "policy.toml:12"
	Sent       int64  // bytes to the host
	Received   int64  // bytes from it
}

// Options are all optional.
type Options struct {
	// Observe is told of every Event, from many goroutines, and must not block.
	Observe func(Event)
	// Resolve looks a name up; nil asks the system.
	Resolve func(ctx context.Context, name string) ([]netip.Addr, error)
	// Dial connects to an address that has passed; nil is a plain TCP connection.
	Dial func(ctx context.Context, address netip.AddrPort) (net.Conn, error)
	// Parent names the proxy that the system wants a URL to be fetched through;
	// nil reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
	Parent func(*url.URL) (*url.URL, error)

	MaxConns      int           // from inside at once; 0 means 512
	HeaderTimeout time.Duration // for a whole request head; 0 means 10 s
	Idle          time.Duration // without a byte either way; 0 means 5 min
}

// The bounds that nobody needs to change.
const (
	maxHeader       = 32 << 10 // of a request, as net/http counts it
	maxAnswerHeader = 256 << 10
	lookupTimeout   = 10 * time.Second
	dialTimeout     = 15 * time.Second
)

// A Proxy is the door of one launch. It is closed until Open.
type Proxy struct {
	rules  Rules
	opts   Options
	gate   gate
	server *http.Server

	mu       sync.Mutex
	self     netip.AddrPort    // where it listens
	live     map[net.Conn]bool // from inside; true once hijacked
	closed   bool
	handlers sync.WaitGroup
}

// New makes a door that follows rules.
func New(rules Rules, opts Options) *Proxy {
	if opts.Observe == nil {
		opts.Observe = func(Event) {}
	}
	if opts.Resolve == nil {
		opts.Resolve = resolve
	}
	if opts.Dial == nil {
		opts.Dial = dial
	}
	if opts.Parent == nil {
		opts.Parent = httpproxy.FromEnvironment().ProxyFunc()
	}
	if opts.MaxConns == 0 {
		opts.MaxConns = 512
	}
	if opts.HeaderTimeout == 0 {
		opts.HeaderTimeout = 10 * time.Second
	}
	if opts.Idle == 0 {
		opts.Idle = 5 * time.Minute
	}
	p := &Proxy{rules: rules, opts: opts, live: make(map[net.Conn]bool)}
	p.server = p.newServer()
	return p
}

package egress

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// connKey finds the connection that a request came on.
type connKey struct{}

// newServer is net/http's own, set to take nothing but HTTP/1 in bounded heads.
// It refuses what RFC 9112 calls a smuggling vector (several or bad lengths,
// unknown transfer codings, two Host lines, spaces before colons, bare control
// characters), joins folded lines, and lets the chunked coding win over a
// length; and since every request is written anew towards the host, what the
// host reads is what was decided upon.
func (p *Proxy) newServer() *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Server{
		Handler:                      p,
		Protocols:                    protocols,
		DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout:            p.opts.HeaderTimeout,
		IdleTimeout:                  p.opts.Idle,
		MaxHeaderBytes:               maxHeader,
		ErrorLog:                     log.New(io.Discard, "", 0),
		ConnState:                    p.connState,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
	}
}

// Serve lets through what comes in on l until ctx ends or Close is called. When
// it returns, every connection is closed and every Event told.
func (p *Proxy) Serve(ctx context.Context, l net.Listener) error {
	if addr, err := netip.ParseAddrPort(l.Addr().String()); err == nil {
		p.mu.Lock()
		p.self = addr
		p.mu.Unlock()
	}
	stop := context.AfterFunc(ctx, p.Close)
	defer stop()
	err := p.server.Serve(l)
	p.Close()
	p.handlers.Wait()
	if err == http.ErrServerClosed {
		return nil
	}
	return err
}

// Close ends every connection. It may be called at any time, and more than once.
func (p *Proxy) Close() {
	p.mu.Lock()
	p.closed = true
	conns := make([]net.Conn, 0, len(p.live))
	for c := range p.live {
		conns = append(conns, c)
	}
	p.mu.Unlock()
	p.server.Close()
	for _, c := range conns {
		c.Close()
	}
}

// connState counts the connections from inside. One too many is closed before
// anything is read from it.
func (p *Proxy) connState(c net.Conn, state http.ConnState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch state {
	case http.StateNew:
		if p.closed || len(p.live) >= p.opts.MaxConns {
			c.Close()
			return
		}
		p.live[c] = false
	case http.StateHijacked:
		p.live[c] = true
	case http.StateClosed:
		delete(p.live, c)
	}
}

// ServeHTTP takes one request from inside.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		panic(http.ErrAbortHandler)
	}
	p.handlers.Add(1)
	p.mu.Unlock()
	defer p.handlers.Done()
	defer p.handled(r)

	// The deadline of the answer before this one on the same connection is over.
	control := http.NewResponseController(w)
	control.SetWriteDeadline(time.Now().Add(p.opts.Idle))
	if r.ContentLength != 0 {
		control.SetReadDeadline(time.Now().Add(p.opts.Idle)) // also for content that is refused unread
	}
	switch {
	case r.Method == http.MethodConnect:
		p.connect(w, r)
	case r.URL.Scheme == "http" && r.URL.Host != "":
		p.forward(w, r)
	default:
		answer(w, http.StatusBadRequest, "this is a proxy: it takes CONNECT host:port, and http:// addresses in full")
	}
}

// handled forgets a hijacked connection, of which the server tells no more.
func (p *Proxy) handled(r *http.Request) {
	c, _ := r.Context().Value(connKey{}).(net.Conn)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live[c] {
		c.Close()
		delete(p.live, c)
	}
}

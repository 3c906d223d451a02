package site

import (
	"fmt"
	"net"
	"sync/atomic"
)

// Other is a host that no policy names. It really listens and really accepts,
// so that a connection that was let through is counted, not guessed from an
// error text.
type Other struct {
	listener    net.Listener
	connections atomic.Int64
}

func openOther() (*Other, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("the demo's second host cannot listen on 127.0.0.1: %w", err)
	}
	o := &Other{listener: l}
	go o.accept()
	return o, nil
}

// accept counts a connection and closes it: having got this far is the fault.
func (o *Other) accept() {
	for {
		c, err := o.listener.Accept()
		if err != nil {
			return
		}
		o.connections.Add(1)
		c.Close()
	}
}

// Host is the address and port of the other host.
func (o *Other) Host() string { return o.listener.Addr().String() }

// Connections is how many came, from a browser or from anything else.
func (o *Other) Connections() int64 { return o.connections.Load() }

// Close ends the other host.
func (o *Other) Close() error { return o.listener.Close() }

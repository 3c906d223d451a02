package egress

import (
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// join carries bytes both ways until both sides have ended, one has failed, or
// nothing has moved for the idle time. What was read ahead from either side
// goes first. It gives the bytes that reached the host and those that reached
// the browser.
//
// The copying is the kernel's own where both sides are TCP (splice on Linux), so
// neither the bytes nor a buffer for them enter this program.
func (p *Proxy) join(client, host net.Conn, fromClient, fromHost []byte) (sent, received int64) {
	moved := new(atomic.Int64)
	moved.Store(time.Now().UnixNano())
	// A copy wakes every quarter of the idle time to say whether it moved anything.
	// One that is stuck in a write cannot, so a watch closes both sides for it.
	wake := p.opts.Idle / 4
	var watch *time.Timer
	watch = time.AfterFunc(p.opts.Idle+wake, func() {
		if time.Since(time.Unix(0, moved.Load())) >= p.opts.Idle+wake {
			client.Close()
			host.Close()
			return
		}
		watch.Reset(wake)
	})
	defer watch.Stop()

	up := make(chan int64)
	go func() { up <- carry(host, client, fromClient, wake, moved) }()
	received = carry(client, host, fromHost, wake, moved)
	sent = <-up
	return sent, received
}

// carry copies one way until the end, and passes the end on. When writing
// fails, reading on the other way would be for nobody: both sides are closed.
func carry(dst, src net.Conn, first []byte, wake time.Duration, moved *atomic.Int64) (n int64) {
	if len(first) > 0 {
		k, err := dst.Write(first)
		if n = int64(k); err != nil {
			dst.Close()
			src.Close()
			return n
		}
	}
	for {
		src.SetReadDeadline(time.Now().Add(wake))
		k, err := io.Copy(dst, src)
		n += k
		if k > 0 {
			moved.Store(time.Now().UnixNano())
		}
		switch {
		case err == nil:
			closeWrite(dst)
			return n
		case !errors.Is(err, os.ErrDeadlineExceeded):
			dst.Close()
			src.Close()
			return n
		}
	}
}

// closeWrite tells the other end that no more comes, where that can be said.
func closeWrite(c net.Conn) {
	if c, ok := c.(interface{ CloseWrite() error }); ok {
		c.CloseWrite()
		return
	}
	c.Close()
}

package egress

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// The idle time of a plain http exchange: each of its four moving parts waits
// for so long and no longer. An upgraded connection (WebSocket) that is busy one
// way may be silent the other way.

// patientConn is the connection to the host. It counts what passes.
type patientConn struct {
	net.Conn
	idle           time.Duration
	sent, received atomic.Int64
	moved          atomic.Int64 // when anything last did
	reading        sync.Mutex   // held until what was read is counted
	writing        sync.Mutex   // likewise
}

// finish closes the connection and gives the bytes that passed. An answer can
// be here before the write that asked for it has returned, so it waits for both.
func (c *patientConn) finish() (sent, received int64) {
	c.Close()
	c.reading.Lock()
	defer c.reading.Unlock()
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.sent.Load(), c.received.Load()
}

func (c *patientConn) Read(b []byte) (int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	for {
		c.SetReadDeadline(time.Now().Add(c.idle))
		n, err := c.Conn.Read(b)
		c.count(&c.received, n)
		if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) && time.Since(time.Unix(0, c.moved.Load())) < c.idle {
			continue
		}
		return n, err
	}
}

func (c *patientConn) Write(b []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	c.SetWriteDeadline(time.Now().Add(c.idle))
	n, err := c.Conn.Write(b)
	c.count(&c.sent, n)
	return n, err
}

func (c *patientConn) count(to *atomic.Int64, n int) {
	if n > 0 {
		to.Add(int64(n))
		c.moved.Store(time.Now().UnixNano())
	}
}

// patientBody is the request's content, from inside.
type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	idle    time.Duration
}

func (b *patientBody) Read(p []byte) (int, error) {
	b.control.SetReadDeadline(time.Now().Add(b.idle))
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		// The server now reads ahead, to notice a browser that goes away; that
		// may take as long as the answer does.
		b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// patientWriter is the answer, to inside.
type patientWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	idle    time.Duration
}

// Unwrap lets http.ResponseController flush and hijack.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *patientWriter) WriteHeader(status int) {
	w.control.SetWriteDeadline(time.Now().Add(w.idle))
	w.ResponseWriter.WriteHeader(status)
}

func (w *patientWriter) Write(b []byte) (int, error) {
	w.control.SetWriteDeadline(time.Now().Add(w.idle))
	return w.ResponseWriter.Write(b)
}

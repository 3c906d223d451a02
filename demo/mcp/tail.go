package mcp

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// tail keeps the last lines of a stream, however long it runs.
type tail struct {
	mu    sync.Mutex
	kept  []byte
	ended chan struct{} // closed at the stream's end
}

const (
	tailBytes = 16 << 10
	tailLines = 12
)

func newTail() *tail { return &tail{ended: make(chan struct{})} }

// fill takes a stream to its end.
func (t *tail) fill(stream *os.File) {
	defer close(t.ended)
	defer stream.Close()
	io.Copy(t, stream)
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if len(t.kept) > 2*tailBytes { // rarely, so that a line costs no copy of all
		t.kept = bytes.Clone(t.kept[len(t.kept)-tailBytes:])
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimRight(string(t.kept), "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
}

// Stderr is the end of what the server wrote to its standard error. Of a
// server that has ended it is the very end.
func (c *Client) Stderr() string {
	select {
	case <-c.exited:
		select {
		case <-c.stderr.ended:
		case <-time.After(time.Second): // somebody else still holds it
		}
	default:
	}
	return c.stderr.String()
}

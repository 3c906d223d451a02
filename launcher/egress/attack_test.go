package egress

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// Absurd heads are refused before they are held in memory.
func TestAbsurdHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	const start = "GET http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\n"
	for name, request := range map[string]string{
		"one long line":   start + "X: " + strings.Repeat("a", 64<<10) + "\r\n\r\n",
		"many lines":      start + strings.Repeat("X: a\r\n", 16<<10) + "\r\n",
		"long target":     "GET http://ok.test/" + strings.Repeat("a", 64<<10) + " HTTP/1.1\r\nHost: ok.test\r\n\r\n",
		"endless folding": start + "X: a\r\n" + strings.Repeat("  b\r\n", 16<<10) + "\r\n",
		"long CONNECT":    "CONNECT " + strings.Repeat("a", 64<<10) + ":443 HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		if got := w.raw(request); !strings.HasPrefix(got, "HTTP/1.1 431 ") {
			t.Errorf("%s: %.100q", name, got)
		}
	}
	for _, garbage := range []string{"\x16\x03\x01\x02\x00\x01\x00", strings.Repeat("\x00", 4096) + "\r\n\r\n", "\r\n\r\n\r\n\r\nGARBAGE\r\n\r\n", "GET\r\n\r\n"} {
		if got := w.raw(garbage); got != "" && !strings.HasPrefix(got, "HTTP/1.1 400 ") {
			t.Errorf("%.20q: %.100q", garbage, got)
		}
	}
	if len(w.wentOut()) != 0 || len(w.asked) != 0 {
		t.Error("something went out")
	}
}

// A head that drips in is cut off, whatever keeps coming.
func TestSlowHead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost, func(o *Options) { o.HeaderTimeout = 200 * time.Millisecond })
	c, err := net.Dial("tcp", w.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() {
		io.WriteString(c, "GET http://ok.test/ HTTP/1.1\r\n")
		for range 100 {
			if _, err := io.WriteString(c, "X: a\r\n"); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	start := time.Now()
	c.SetReadDeadline(start.Add(10 * time.Second))
	io.ReadAll(c)
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("held for %v", took)
	}
}

// No more connections than the bound; those beyond it are closed, and room is
// made when one ends.
func TestManyConnections(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost, func(o *Options) { o.MaxConns = 4 })
	w.name("ok.test", []string{publicIP})
	silent := listen(t)
	t.Cleanup(func() { silent.Close() })
	w.put(publicIP+":443", silent.Addr().String())
	var tunnels []net.Conn
	for range 4 {
		c, reason := w.connect("ok.test:443")
		if c == nil {
			t.Fatal(reason)
		}
		tunnels = append(tunnels, c)
	}
	for range 20 {
		if got := w.raw("CONNECT ok.test:443 HTTP/1.1\r\nHost: ok.test:443\r\n\r\n"); got != "" {
			t.Fatalf("a fifth connection is answered: %s", got)
		}
	}
	tunnels[0].Close()
	if c, err := silent.Accept(); err == nil {
		c.Close() // the host's end of it
	}
	w.wait(1)
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		got := w.raw("CONNECT nowhere.test:443 HTTP/1.1\r\nHost: nowhere.test:443\r\n\r\n")
		if strings.HasPrefix(got, "HTTP/1.1 502 ") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no room was made: %q", got)
		}
	}
}

package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/policy"
)

// A world is a proxy with an internet around it that lies wholly on loopback:
// names that resolve as a test says, and public addresses that are really local
// listeners.
type world struct {
	t     testing.TB
	proxy *Proxy
	addr  string

	mu      sync.Mutex
	names   map[string][][]string // the answers to the look-ups of a name, the last one for ever
	asked   []string              // names looked up
	hosts   map[string]string     // "93.184.216.34:443" -> where it really listens
	dialled []string
	events  []Event
}

const publicIP, publicIP2, publicIPv6 = "93.184.216.34", "93.184.216.35", "2606:2800:220:1::1"

// newWorld starts a proxy that follows a [network] of the policy.
func newWorld(t testing.TB, network string, change ...func(*Options)) *world {
	t.Helper()
	return newWorldOn(t, listen(t), network, change...)
}

func listen(t testing.TB) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func newWorldOn(t testing.TB, l net.Listener, network string, change ...func(*Options)) *world {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, policy.FileName), []byte("[network]\n"+network), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := policy.Load(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Network.Own = func() []netip.Addr {
		return []netip.Addr{netip.MustParseAddr("192.168.7.7"), netip.MustParseAddr("93.184.216.99")}
	}

	w := &world{t: t, names: map[string][][]string{}, hosts: map[string]string{}}
	options := Options{
		Observe: func(e Event) { w.mu.Lock(); defer w.mu.Unlock(); w.events = append(w.events, e) },
		Resolve: w.resolve,
		Dial:    w.dial,
		Parent:  func(*url.URL) (*url.URL, error) { return nil, nil },
	}
	for _, f := range change {
		f(&options)
	}
	w.proxy = New(p.Network, options)
	w.proxy.Open()
	w.addr = l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- w.proxy.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *world) resolve(_ context.Context, name string) ([]netip.Addr, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, name)
	answers := w.names[name]
	if len(answers) == 0 {
		return nil, errors.New("no such host")
	}
	if len(answers) > 1 {
		w.names[name] = answers[1:]
	}
	var list []netip.Addr
	for _, ip := range answers[0] {
		list = append(list, netip.MustParseAddr(ip))
	}
	return list, nil
}

func (w *world) dial(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	w.mu.Lock()
	w.dialled = append(w.dialled, to.String())
	real := w.hosts[to.String()]
	w.mu.Unlock()
	if real == "" {
		<-ctx.Done() // packets to nowhere
		return nil, ctx.Err()
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", real)
}

// name gives a name its addresses; several calls' worth are several answers.
func (w *world) name(name string, answers ...[]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names[name] = answers
}

// site serves a handler at an address, like "93.184.216.34:80".
func (w *world) site(address string, h http.HandlerFunc) *httptest.Server {
	w.t.Helper()
	s := httptest.NewServer(h)
	w.t.Cleanup(s.Close)
	w.put(address, s.Listener.Addr().String())
	return s
}

func (w *world) put(address, real string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hosts[address] = real
}

// client is an HTTP client that knows no way but the proxy.
func (w *world) client() *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:           http.ProxyURL(&url.URL{Scheme: "http", Host: w.addr}),
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // a test's certificate
		},
		Timeout: 20 * time.Second,
	}
}

// get fetches a URL and gives status, body and X-Proxy-Error.
func (w *world) get(address string) (status int, body, reason string) {
	w.t.Helper()
	res, err := w.client().Get(address)
	if err != nil {
		w.t.Fatalf("GET %s: %v", address, err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatalf("GET %s: %v", address, err)
	}
	return res.StatusCode, string(b), res.Header.Get("X-Proxy-Error")
}

// connect asks for a tunnel; conn is nil when it was refused.
func (w *world) connect(target string) (conn net.Conn, reason string) {
	w.t.Helper()
	c, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { c.Close() })
	fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", target, target)
	read := bufio.NewReader(c)
	res, err := http.ReadResponse(read, &http.Request{Method: "CONNECT"})
	if err != nil {
		w.t.Fatalf("CONNECT %s: %v", target, err)
	}
	if res.StatusCode != 200 {
		return nil, res.Header.Get("X-Proxy-Error")
	}
	return &readerConn{c, read}, ""
}

// readerConn is a connection of which a reader has read ahead.
type readerConn struct {
	net.Conn
	r *bufio.Reader
}

func (c *readerConn) Read(b []byte) (int, error) { return c.r.Read(b) }
func (c *readerConn) CloseWrite() error          { return c.Conn.(*net.TCPConn).CloseWrite() }

// raw sends bytes as they are and gives all that comes back until the proxy
// closes or is silent for half a second.
func (w *world) raw(bytes string) string {
	w.t.Helper()
	c, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, bytes)
	var answer []byte
	for buf := make([]byte, 64<<10); ; {
		c.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
		n, err := c.Read(buf)
		if answer = append(answer, buf[:n]...); err != nil {
			return string(answer)
		}
	}
}

// wait gives the events as soon as there are n of them.
func (w *world) wait(n int) []Event {
	w.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		w.mu.Lock()
		events := slices.Clone(w.events)
		w.mu.Unlock()
		if len(events) >= n {
			return events
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%d events, want %d: %+v", len(events), n, events)
		}
	}
}

// wentOut are the addresses that were dialled.
func (w *world) wentOut() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.dialled)
}

// echo answers with the request as the host saw it.
func echo(rw http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(rw, "%s %s %s|", r.Method, r.RequestURI, r.Host)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range r.Header {
			if !yield(name) {
				return
			}
		}
	}) {
		fmt.Fprintf(rw, "%s=%s|", name, strings.Join(r.Header[name], ","))
	}
	fmt.Fprintf(rw, "%s", body)
}

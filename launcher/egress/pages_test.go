package egress

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// A redirect to a host that is not listed is a request like any other.
func TestRedirect(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["example.com"]`)
	w.name("example.com", []string{publicIP})
	w.name("evil.test", []string{publicIP2})
	w.site(publicIP2+":80", echo)
	w.site(publicIP+":80", func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://"+r.URL.Query().Get("to")+"/", http.StatusFound)
	})
	for to, want := range map[string]string{"evil.test": "evil.test:80 is not in", "169.254.169.254": "169.254.169.254:80 is not in", "localhost": "localhost:80 is not in"} {
		if status, _, reason := w.get("http://example.com/?to=" + to); status != 403 || !strings.Contains(reason, want) {
			t.Errorf("%s: %d %s", to, status, reason)
		}
	}
	if slices.Contains(w.wentOut(), publicIP2+":80") {
		t.Error("the redirect was followed out")
	}
}

// A WebSocket passes where its host does: through a tunnel, as browsers do it,
// and as an upgrade.
func TestWebSocket(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["ws.test"]`)
	w.name("ws.test", []string{publicIP})
	w.name("evil.test", []string{publicIP2})
	socket := func(rw http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "websocket" {
			rw.WriteHeader(http.StatusBadRequest)
			return
		}
		c, buf, _ := rw.(http.Hijacker).Hijack()
		defer c.Close()
		io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		line, _ := buf.ReadString('\n')
		io.WriteString(c, "you said "+line)
	}
	w.site(publicIP+":80", socket)
	w.site(publicIP2+":80", socket)
	const head = " HTTP/1.1\r\nHost: ws.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n"

	direct, err := net.Dial("tcp", w.addr)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(direct, "GET http://ws.test/chat"+head)
	read := bufio.NewReader(direct)
	if res, err := http.ReadResponse(read, nil); err != nil || res.StatusCode != 101 {
		t.Fatalf("upgrade: %v %v", res, err)
	}
	io.WriteString(direct, "hello\n")
	if got, _ := io.ReadAll(read); string(got) != "you said hello\n" {
		t.Errorf("upgrade: %q", got)
	}
	direct.Close()
	c, reason := w.connect("ws.test:80")
	if c == nil {
		t.Fatal(reason)
	}
	io.WriteString(c, "GET /chat"+head+"hello\n")
	if got, _ := io.ReadAll(c); !strings.HasSuffix(string(got), "you said hello\n") {
		t.Errorf("tunnel: %s", got)
	}
	c.Close()
	if got := w.raw("GET http://evil.test/chat" + head); !strings.HasPrefix(got, "HTTP/1.1 403 ") {
		t.Errorf("unlisted: %s", got)
	}
	if c, _ := w.connect("evil.test:80"); c != nil {
		t.Error("a tunnel to an unlisted host")
	}
	if got := w.raw("GET http://ws.test/chat" + strings.Replace(head, "websocket", "h2c", 1)); !strings.HasPrefix(got, "HTTP/1.1 400 ") {
		t.Errorf("an upgrade to something else reached the host as such: %s", got)
	}
	for _, e := range w.wait(5) {
		if e.Host == "ws.test" && (!e.Allowed || e.Sent == 0 || e.Received == 0) {
			t.Errorf("%+v", e)
		}
	}
}

package egress

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

const everyHost = `allow = ["*"]`

// What is allowed passes, over http and over https, and its bytes are counted.
func TestAllowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	w.name("example.com", []string{publicIP})
	w.site(publicIP+":80", echo)
	secure := httptest.NewTLSServer(http.HandlerFunc(echo))
	t.Cleanup(secure.Close)
	w.put(publicIP+":443", secure.Listener.Addr().String())

	if status, body, _ := w.get("http://EXAMPLE.com./a?b"); status != 200 || !strings.HasPrefix(body, "GET /a?b example.com|") {
		t.Errorf("http: %d %s", status, body)
	}
	client := w.client()
	res, err := client.Post("https://example.com/p", "text/plain", strings.NewReader(strings.Repeat("x", 100_000)))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(res.Body)
	if !strings.HasPrefix(string(body), "POST /p example.com|") || len(body) < 100_000 {
		t.Errorf("https: %.80s", body)
	}
	client.CloseIdleConnections()
	for _, e := range w.wait(2) {
		if !e.Allowed || e.Host != "example.com" || e.Reason != "" || e.Line != "policy.toml:2" || e.Sent == 0 || e.Received == 0 || e.Time.IsZero() {
			t.Errorf("%+v", e)
		}
		if e.Port == 443 && (e.Sent < 100_000 || e.Received < 100_000) {
			t.Errorf("bytes not counted: %+v", e)
		}
	}
	if got := w.wentOut(); !slices.Equal(got, []string{publicIP + ":80", publicIP + ":443"}) {
		t.Errorf("dialled %v", got)
	}
}

// A refusal has its reason and the line of the policy: as a page, in
// X-Proxy-Error, and for whoever observes. Nothing was looked up or dialled.
func TestRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["example.com", "localhost:1"]
deny = ["*.ads.test"]`)
	const reason = `refused by connector-browser: example.org:80 is not in network.allow (policy.toml:2)`
	res, err := w.client().Get("http://example.org/secret-path?q=1")
	if err != nil {
		t.Fatal(err)
	}
	page, _ := io.ReadAll(res.Body)
	if res.StatusCode != 403 || res.Header.Get("X-Proxy-Error") != reason || !strings.Contains(string(page), "<p>"+reason+"</p>") ||
		res.Header.Get("Proxy-Status") != "connector-browser; error=http_request_denied" || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") || strings.Contains(string(page), "secret-path") {
		t.Errorf("%d %v\n%s", res.StatusCode, res.Header, page)
	}
	if c, reason := w.connect("example.org:443"); c != nil || reason != "refused by connector-browser: example.org:443 is not in network.allow (policy.toml:2)" {
		t.Error(reason)
	}
	if c, reason := w.connect("x.ads.test:443"); c != nil || reason != "refused by connector-browser: x.ads.test:443 is in network.deny (policy.toml:3)" {
		t.Error(reason)
	}
	if answer := w.raw("CONNECT <b>:443 HTTP/1.1\r\nHost: x\r\n\r\n"); !strings.HasPrefix(answer, "HTTP/1.1 403 ") || strings.Contains(answer[strings.Index(answer, "\r\n\r\n"):], "<b>") {
		t.Error(answer)
	}
	for _, e := range w.wait(3) {
		if e.Allowed || e.Background || e.Reason == "" || e.Line == "" || e.Sent+e.Received != 0 {
			t.Errorf("%+v", e)
		}
	}
	if len(w.asked) != 0 || len(w.wentOut()) != 0 {
		t.Errorf("looked up %v, dialled %v", w.asked, w.wentOut())
	}
}

// Every place that is not the public internet, as an address and as what a name
// turns out to be (walls.md; the policy's own tests have the whole list).
func TestNeverPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	for i, ip := range []string{"127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254",
		"0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "fe80::1", "100.64.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1",
		"192.168.7.7", "93.184.216.99"} { // the last two are this machine's own
		name := fmt.Sprintf("n%d.test", i)
		w.name(name, []string{ip})
		for _, target := range []string{name, ip} {
			if c, reason := w.connect(net.JoinHostPort(target, "443")); c != nil || !strings.HasPrefix(reason, "refused by connector-browser: ") || !strings.HasSuffix(reason, "(policy.toml:2)") {
				t.Errorf("%s (%s): %s", target, ip, reason)
			}
		}
	}
	for _, spelling := range []string{"0x7f.1", "2130706433", "0177.0.0.1", "localhost", "LOCALHOST.", "a.localhost"} {
		if status, _, reason := w.get("http://" + spelling + "/"); status != 403 || !strings.Contains(reason, "is a loopback address") && !strings.Contains(reason, "which is a loopback address") {
			t.Errorf("%s: %d %s", spelling, status, reason)
		}
	}
	if got := w.wentOut(); len(got) != 0 {
		t.Errorf("dialled %v", got)
	}
}

// A name that answers public first and private next: each request has one
// look-up, and only what that one gave is dialled.
func TestRebinding(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	w.name("rebind.test", []string{publicIP}, []string{"127.0.0.1"}, []string{publicIP, "10.0.0.1"}, []string{"::ffff:169.254.169.254"})
	w.site(publicIP+":80", echo)
	if status, _, _ := w.get("http://rebind.test/"); status != 200 {
		t.Errorf("first: %d", status)
	}
	for _, want := range []string{"127.0.0.1, which is a loopback address", "10.0.0.1, which is a private address", "169.254.169.254, which is a cloud metadata address"} {
		if status, _, reason := w.get("http://rebind.test/"); status != 403 || !strings.Contains(reason, "rebind.test:80 has the address "+want) {
			t.Errorf("%d %s", status, reason)
		}
	}
	if got := w.wentOut(); !slices.Equal(got, []string{publicIP + ":80"}) || len(w.asked) != 4 {
		t.Errorf("dialled %v, looked up %v", got, w.asked)
	}
}

// What a policy names is reached: localhost, an address, an intranet host.
func TestNamedPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["intranet.test", "localhost:3000", "127.0.0.1:8080", "[::1]:90"]`)
	w.name("intranet.test", []string{"10.0.0.1"})
	for _, address := range []string{"10.0.0.1:80", "127.0.0.1:3000", "127.0.0.1:8080", "[::1]:90"} {
		w.site(address, echo)
	}
	for _, url := range []string{"http://intranet.test/", "http://localhost:3000/", "http://0x7f.1:8080/", "http://[0::1]:90/"} {
		if status, body, reason := w.get(url); status != 200 {
			t.Errorf("%s: %d %s %s", url, status, body, reason)
		}
	}
	if slices.Contains(w.asked, "localhost") {
		t.Error("a name server was asked for localhost")
	}
}

// The proxy asked for itself, though the policy names its very address.
func TestItself(t *testing.T) {
	t.Parallel()
	l := listen(t)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	w := newWorldOn(t, l, `allow = ["127.0.0.1:`+port+`", "localhost:`+port+`"]`)
	for _, host := range []string{"127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"} {
		if c, reason := w.connect(host + ":" + port); c != nil || !strings.Contains(reason, "is this proxy itself") {
			t.Errorf("%s: %s", host, reason)
		}
		if status, _, reason := w.get("http://" + host + ":" + port + "/"); status != 403 || !strings.Contains(reason, "is this proxy itself") {
			t.Errorf("%s: %d %s", host, status, reason)
		}
	}
}

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

// Over IPv6 too, with TLS of its own inside the tunnel.
func TestIPv6(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost)
	w.name("six.test", []string{publicIPv6})
	secure := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	if l, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		secure.Listener.Close()
		secure.Listener = l
	}
	secure.TLS = &tls.Config{}
	secure.StartTLS()
	t.Cleanup(secure.Close)
	w.put("["+publicIPv6+"]:443", secure.Listener.Addr().String())
	for _, url := range []string{"https://six.test/", "https://[" + publicIPv6 + "]/"} {
		if status, body, _ := w.get(url); status != 200 || !strings.HasPrefix(body, "GET / ") {
			t.Errorf("%s: %d %s", url, status, body)
		}
	}
}

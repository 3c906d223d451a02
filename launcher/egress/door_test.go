package egress

import (
	"crypto/tls"
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

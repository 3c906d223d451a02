package egress

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/http/httpproxy"
)

// behind is a world whose system names a parent proxy, as the environment would.
func behind(t *testing.T, network, parent, except string) *world {
	return newWorld(t, network, func(o *Options) {
		o.Parent = (&httpproxy.Config{HTTPProxy: parent, HTTPSProxy: parent, NoProxy: except}).ProxyFunc()
	})
}

// parentProxy is a proxy that answers everything itself and remembers what it
// was asked for.
func parentProxy(t *testing.T, login string) (address string, asked func() []string) {
	var mu sync.Mutex
	var list []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		list = append(list, r.Method+" "+r.RequestURI+" "+r.Header.Get("Proxy-Authorization"))
		mu.Unlock()
		switch {
		case login != "" && r.Header.Get("Proxy-Authorization") == "":
			w.WriteHeader(http.StatusProxyAuthRequired)
		case r.Method == http.MethodConnect && strings.HasPrefix(r.RequestURI, "closed."):
			w.WriteHeader(http.StatusForbidden)
		case r.Method == http.MethodConnect:
			c, _, _ := w.(http.Hijacker).Hijack()
			io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\nearly,")
			line, _ := bufio.NewReader(c).ReadString('\n')
			io.WriteString(c, line)
			c.Close()
		default:
			echo(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(list)
	}
}

// CB-172: the system's proxy is used, and the check of the name and of our own
// look-up still holds.
func TestParent(t *testing.T) {
	t.Parallel()
	parent, asked := parentProxy(t, "")
	w := behind(t, `allow = ["*"]
deny = ["denied.test"]`, parent, "direct.test")
	w.name("ok.test", []string{publicIP})
	w.name("private.test", []string{"10.0.0.1"})
	w.name("direct.test", []string{publicIP2})
	w.site(publicIP2+":80", func(rw http.ResponseWriter, _ *http.Request) { io.WriteString(rw, "direct") })

	if status, body, _ := w.get("http://ok.test/a?b"); status != 200 || !strings.HasPrefix(body, "GET http://ok.test/a?b ok.test|") {
		t.Errorf("%d %s", status, body)
	}
	c, reason := w.connect("OK.test:443")
	if c == nil {
		t.Fatal(reason)
	}
	io.WriteString(c, "hello\n")
	if got, _ := io.ReadAll(c); string(got) != "early,hello\n" {
		t.Errorf("through the parent: %q", got)
	}
	c.Close()
	// What we cannot look up goes by its name alone: the parent may know it.
	if status, _, reason := w.get("http://only-parent-knows.test/"); status != 200 {
		t.Errorf("%d %s", status, reason)
	}
	if status, body, _ := w.get("http://direct.test/"); status != 200 || body != "direct" {
		t.Errorf("NO_PROXY: %d %s", status, body)
	}
	for _, target := range []string{"denied.test", "private.test", "127.0.0.1", "localhost", "169.254.169.254", "0x7f.1"} {
		if c, reason := w.connect(target + ":443"); c != nil || !strings.HasPrefix(reason, "refused by connector-browser: ") {
			t.Errorf("%s: %s", target, reason)
		}
	}
	if c, reason := w.connect("closed.test:443"); c != nil || reason != "connector-browser: closed.test:443 is refused by the parent proxy (403)" {
		t.Error(reason)
	}
	want := []string{"GET http://ok.test/a?b ", "CONNECT ok.test:443 ", "GET http://only-parent-knows.test/ ", "CONNECT closed.test:443 "}
	if got := asked(); !slices.Equal(got, want) {
		t.Errorf("the parent was asked %q", got)
	}
	if got := w.wentOut(); !slices.Equal(got, []string{publicIP2 + ":80"}) {
		t.Errorf("dialled %v", got)
	}
	for _, e := range w.wait(10) {
		if e.Host == "ok.test" && e.Port == 443 && (e.Sent != 6 || e.Received != 12) {
			t.Errorf("%+v", e)
		}
	}
}

// A parent's login goes to the parent, and nowhere else.
func TestParentLogin(t *testing.T) {
	t.Parallel()
	parent, asked := parentProxy(t, "me")
	with := behind(t, everyHost, strings.Replace(parent, "http://", "http://me:marker-4711@", 1), "")
	if c, reason := with.connect("ok.test:443"); c == nil {
		t.Error(reason)
	}
	if status, body, _ := with.get("http://ok.test/"); status != 200 {
		t.Errorf("%d %s", status, body)
	}
	for _, line := range asked() {
		if !strings.HasSuffix(line, " Basic bWU6bWFya2VyLTQ3MTE=") {
			t.Errorf("asked %q", line)
		}
	}
	without := behind(t, everyHost, parent, "")
	if c, reason := without.connect("ok.test:443"); c != nil || reason != "connector-browser: ok.test:443 is behind a parent proxy that wants a login; put it into HTTPS_PROXY" {
		t.Error(reason)
	}

	gone := listen(t)
	gone.Close()
	down := behind(t, everyHost, "http://me:marker-4711@"+gone.Addr().String(), "")
	if c, reason := down.connect("ok.test:443"); c != nil || reason != "connector-browser: ok.test:443 is behind a parent proxy that refuses the connection" {
		t.Error(reason)
	}
	if status, page, _ := down.get("http://ok.test/"); status != 502 || strings.Contains(page, "marker") {
		t.Errorf("%d %s", status, page)
	}
	odd := behind(t, everyHost, "gopher://127.0.0.1:70", "")
	if c, reason := odd.connect("ok.test:443"); c != nil || !strings.Contains(reason, "of a kind that is not known") {
		t.Error(reason)
	}
}

// A SOCKS5 parent (RFC 1928) gets the name, and its connection is passed on.
func TestParentSOCKS(t *testing.T) {
	t.Parallel()
	l := listen(t)
	defer l.Close()
	names := make(chan string, 2)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				r := bufio.NewReader(c)
				head := make([]byte, 2)
				io.ReadFull(r, head)
				io.ReadFull(r, make([]byte, head[1]))
				c.Write([]byte{5, 0})
				request := make([]byte, 5)
				io.ReadFull(r, request)
				rest := make([]byte, int(request[4])+2)
				io.ReadFull(r, rest)
				names <- fmt.Sprintf("%s:%d", rest[:request[4]], binary.BigEndian.Uint16(rest[request[4]:]))
				c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
				req, err := http.ReadRequest(r)
				if err != nil {
					return
				}
				fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n%s %s", req.RequestURI, req.Host)
			}()
		}
	}()
	w := behind(t, everyHost, "socks5://"+l.Addr().String(), "")
	w.name("ok.test", []string{publicIP})
	if status, body, reason := w.get("http://ok.test/a%7Cb"); status != 200 || body != "/a%7Cb ok.test" || <-names != "ok.test:80" {
		t.Errorf("%d %s %s", status, body, reason)
	}
	c, reason := w.connect("ok.test:443")
	if c == nil || <-names != "ok.test:443" {
		t.Fatal(reason)
	}
	io.WriteString(c, "GET /x HTTP/1.1\r\nHost: inside.test\r\n\r\n")
	if got, _ := io.ReadAll(c); !strings.HasSuffix(string(got), "/x inside.test") {
		t.Errorf("%q", got)
	}
}

// The environment is read as everywhere else.
func TestParentFromEnvironment(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://parent.test:3128")
	t.Setenv("https_proxy", "")
	t.Setenv("NO_PROXY", ".direct.test")
	t.Setenv("no_proxy", "")
	p := New(nil, Options{})
	for host, want := range map[string]string{"a.test:443": "http://parent.test:3128", "x.direct.test:443": "", "localhost:443": "", net.JoinHostPort("127.0.0.1", "443"): ""} {
		got, err := p.opts.Parent(&url.URL{Scheme: "https", Host: host})
		if err != nil || (got == nil) != (want == "") || got != nil && got.String() != want {
			t.Errorf("%s: %v %v", host, got, err)
		}
	}
}

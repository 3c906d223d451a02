package egress

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Request smuggling: whatever is sent, the host sees exactly the requests that
// the policy was asked about, in one reading, or none at all.
func TestSmuggling(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["ok.test"]`)
	w.name("ok.test", []string{publicIP})
	var seen atomic.Int64
	w.site(publicIP+":80", func(rw http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		echo(rw, r)
	})
	const atMostOne = -1
	const smuggled = "GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n"
	for name, c := range map[string]struct {
		request string
		seen    int64  // requests at the host
		answer  string // of the first
	}{
		"TE and CL":          {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled, 1, "200"},
		"CL and TE":          {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nTransfer-Encoding: chunked\r\nContent-Length: 500\r\n\r\n0\r\n\r\n", 1, "200"},
		"two CL":             {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nContent-Length: 0\r\nContent-Length: 60\r\n\r\n" + smuggled, 0, "400"},
		"signed CL":          {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nContent-Length: +4\r\n\r\nabcd", 0, "400"},
		"list of CL":         {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nContent-Length: 4, 4\r\n\r\nabcd", 0, "400"},
		"odd TE":             {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 0, "501"},
		"two TE":             {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", 0, "501"},
		"TE with space":      {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 0, "400"},
		"bad chunk":          {"POST http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nTransfer-Encoding: chunked\r\n\r\n5;\r\nab\r\n0\r\n\r\n" + smuggled, atMostOne, ""},
		"two Host":           {"GET http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nHost: evil.test\r\n\r\n", 0, "400"},
		"no Host":            {"GET http://ok.test/ HTTP/1.1\r\n\r\n", 0, "400"},
		"bad Host":           {"GET http://ok.test/ HTTP/1.1\r\nHost: a b\r\n\r\n", 0, "400"},
		"bare CR":            {"GET http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nX: a\rGET http://evil.test/ HTTP/1.1\r\n\r\n", 0, "400"},
		"NUL":                {"GET http://ok.test/ HTTP/1.1\r\nHost: ok.test\r\nX: a\x00b\r\n\r\n", 0, "400"},
		"space in target":    {"GET http://ok.test/ HTTP/1.1 HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"tab in target":      {"GET http://ok.test/\t HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"origin form":        {"GET / HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"two slashes":        {"GET //ok.test/ HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"https form":         {"GET https://ok.test/ HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"file form":          {"GET file:///etc/passwd HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"OPTIONS *":          {"OPTIONS * HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"HTTP/2 preface":     {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0, ""},
		"HTTP/0.9":           {"GET http://ok.test/\r\n\r\n", 0, "400"},
		"HTTP/3":             {"GET http://ok.test/ HTTP/3.0\r\nHost: ok.test\r\n\r\n", 0, "505"},
		"two in a row":       {"GET http://ok.test/1 HTTP/1.1\r\nHost: ok.test\r\n\r\n" + smuggled, 1, "200"},
		"CONNECT with body":  {"CONNECT ok.test:80 HTTP/1.1\r\nHost: ok.test\r\nContent-Length: 3\r\n\r\nabc", 0, "400"},
		"CONNECT chunked":    {"CONNECT ok.test:80 HTTP/1.1\r\nHost: ok.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 0, "400"},
		"CONNECT no port":    {"CONNECT ok.test HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"CONNECT port 0":     {"CONNECT ok.test:0 HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"CONNECT signed":     {"CONNECT ok.test:+80 HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"CONNECT path":       {"CONNECT ok.test:80/x HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "400"},
		"CONNECT userinfo":   {"CONNECT ok.test@evil.test:80 HTTP/1.1\r\nHost: ok.test\r\n\r\n", 0, "403"},
		"CONNECT other Host": {"CONNECT evil.test:80 HTTP/1.1\r\nHost: ok.test:80\r\n\r\n", 0, "403"},
		"zone":               {"GET http://[fe80::1%25eth0]/ HTTP/1.1\r\nHost: x\r\n\r\n", 0, "403"},
		"big port":           {"GET http://ok.test:99999/ HTTP/1.1\r\nHost: x\r\n\r\n", 0, "400"},
	} {
		seen.Store(0)
		got := w.raw(c.request)
		if c.answer != "" && !strings.HasPrefix(got, "HTTP/1.1 "+c.answer+" ") {
			t.Errorf("%s: answered %.200q, want %s", name, got, c.answer)
		}
		if c.seen == atMostOne {
			time.Sleep(200 * time.Millisecond) // a request that is broken off may come late
			if seen.Load() > 1 {
				t.Errorf("%s: %d requests reached the host", name, seen.Load())
			}
		} else if seen.Load() != c.seen {
			t.Errorf("%s: %d requests reached the host, want %d", name, seen.Load(), c.seen)
		}
		if strings.Contains(got, "evil.test|") {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, to := range w.wentOut() {
		if to != publicIP+":80" {
			t.Errorf("dialled %s", to)
		}
	}
}

// What reaches the host is the page's request and nothing of the proxy's: the
// Host that was decided upon, no hop-by-hop fields, the path byte for byte.
func TestForwardedRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `allow = ["ok.test", "ok.test:8080"]`)
	w.name("ok.test", []string{publicIP})
	w.site(publicIP+":80", echo)
	w.site(publicIP+":8080", echo)
	got := w.raw("GET http://ok.test/a|b%2f%7c//c?q=;%zz|&a=1 HTTP/1.1\r\nHost: evil.test\r\nX-A: one\r\n  two\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n" +
		"Proxy-Authorization: Basic eHg=\r\nProxy-Connection: keep-alive\r\nKeep-Alive: 5\r\nTE: trailers, deflate\r\nUpgrade: h2c\r\nX-Forwarded-For: mine\r\n\r\n")
	_, body, _ := strings.Cut(got, "\r\n\r\n")
	if want := "GET /a|b%2f%7c//c?q=;%zz|&a=1 ok.test|Connection=close|Te=trailers|X-A=one two|X-Forwarded-For=mine|"; !strings.HasSuffix(strings.TrimSpace(body), want) {
		t.Errorf("got  %s\nwant %s", body, want)
	}
	for url, want := range map[string]string{
		"http://user:pw@OK.test.:8080":  "GET / ok.test:8080|Accept-Encoding=gzip|Connection=close|User-Agent=Go-http-client/1.1|",
		"http://ok.test:80//x/../y?":    "GET //x/../y? ok.test|Accept",
		"http://ok.test/%E2%82%AC#frag": "GET /%E2%82%AC ok.test|Accept",
	} {
		if _, body, _ := w.get(url); !strings.HasPrefix(strings.Replace(body, "Authorization=Basic dXNlcjpwdw==|", "", 1), want) {
			t.Errorf("%s: %s", url, body)
		}
	}
}

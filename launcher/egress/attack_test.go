package egress

import (
	"fmt"
	"io"
	"net"
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

// A tunnel in which nothing moves ends; one that is busy one way does not; and
// one side's end is passed to the other.
func TestIdleTunnel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost, func(o *Options) { o.Idle = time.Second })
	w.name("ok.test", []string{publicIP})
	host := listen(t)
	t.Cleanup(func() { host.Close() })
	w.put(publicIP+":443", host.Addr().String())
	open := func() (inside, outside net.Conn) {
		inside, reason := w.connect("ok.test:443")
		if inside == nil {
			t.Fatal(reason)
		}
		outside, err := host.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { outside.Close() })
		return inside, outside
	}

	t.Run("silent", func(t *testing.T) {
		inside, outside := open()
		start := time.Now()
		inside.SetReadDeadline(start.Add(10 * time.Second))
		outside.SetReadDeadline(start.Add(10 * time.Second))
		io.ReadAll(inside)
		io.ReadAll(outside)
		if took := time.Since(start); took < 900*time.Millisecond || took > 5*time.Second {
			t.Errorf("ended after %v", took)
		}
	})
	t.Run("busy one way", func(t *testing.T) {
		inside, outside := open()
		go func() {
			for range 30 { // for two idle times
				io.WriteString(outside, "x")
				time.Sleep(70 * time.Millisecond)
			}
			outside.(*net.TCPConn).CloseWrite()
		}()
		inside.SetReadDeadline(time.Now().Add(10 * time.Second))
		if got, err := io.ReadAll(inside); err != nil || len(got) != 30 {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	})
	t.Run("half closed", func(t *testing.T) {
		inside, outside := open()
		io.WriteString(inside, "question")
		inside.(*readerConn).CloseWrite()
		if got, _ := io.ReadAll(outside); string(got) != "question" {
			t.Errorf("host read %q", got)
		}
		io.WriteString(outside, "answer")
		outside.Close()
		if got, _ := io.ReadAll(inside); string(got) != "answer" {
			t.Errorf("browser read %q", got)
		}
	})
	t.Run("reader that does not read", func(t *testing.T) {
		inside, outside := open()
		start := time.Now()
		outside.SetWriteDeadline(start.Add(20 * time.Second))
		if _, err := outside.Write(make([]byte, 64<<20)); err == nil {
			t.Error("64 MiB went to nobody")
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("stuck for %v", took)
		}
		inside.Close()
	})
}

// A plain http exchange that stalls ends as well, and one that trickles does not.
func TestIdleForward(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyHost, func(o *Options) { o.Idle = 300 * time.Millisecond })
	w.name("ok.test", []string{publicIP})
	w.site(publicIP+":80", func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/stall":
			io.Copy(io.Discard, r.Body)
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Second):
			}
		case "/trickle":
			for range 20 {
				fmt.Fprint(rw, "x")
				rw.(http.Flusher).Flush()
				time.Sleep(50 * time.Millisecond)
			}
		default:
			n, _ := io.Copy(io.Discard, r.Body)
			fmt.Fprint(rw, n)
		}
	})
	start := time.Now()
	if status, _, reason := w.get("http://ok.test/stall"); status != 502 || reason != "connector-browser: ok.test:80 did not answer in time" || time.Since(start) > 3*time.Second {
		t.Errorf("%d %s after %v", status, reason, time.Since(start))
	}
	if status, body, _ := w.get("http://ok.test/trickle"); status != 200 || len(body) != 20 {
		t.Errorf("%d %q", status, body)
	}
	// A body that never comes, to a host and to a refusal.
	for _, host := range []string{"ok.test", "127.0.0.1"} {
		c, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "POST http://"+host+"/ HTTP/1.1\r\nHost: "+host+"\r\nContent-Length: 10\r\n\r\nabc")
		start = time.Now()
		c.SetReadDeadline(start.Add(10 * time.Second))
		io.ReadAll(c)
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: held for %v", host, took)
		}
	}
	// One connection, used again after its answer's deadline has passed.
	client := w.client()
	for range 3 {
		res, err := client.Get("http://127.0.0.1/")
		if err != nil || res.StatusCode != 403 {
			t.Fatalf("%v %v", res, err)
		}
		io.Copy(io.Discard, res.Body)
		time.Sleep(200 * time.Millisecond)
	}
}

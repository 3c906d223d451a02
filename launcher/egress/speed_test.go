package egress

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"
)

const fifty = 50 << 20

// source sends 50 MB to whoever connects and says "go", and a byte to others.
func source(tb testing.TB) net.Listener {
	tb.Helper()
	l := listen(tb)
	tb.Cleanup(func() { l.Close() })
	data := make([]byte, 256<<10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				var ask [1]byte
				if _, err := io.ReadFull(c, ask[:]); err != nil || ask[0] == 'b' {
					c.Write([]byte("b"))
					return
				}
				for sent := 0; sent < fifty; {
					n, err := c.Write(data[:min(len(data), fifty-sent)])
					if err != nil {
						return
					}
					sent += n
				}
			}()
		}
	}()
	return l
}

func fetch(tb testing.TB, c net.Conn, ask string, want int) time.Duration {
	tb.Helper()
	start := time.Now()
	io.WriteString(c, ask)
	buf := make([]byte, 256<<10)
	got := 0
	for {
		n, err := c.Read(buf)
		got += n
		if err != nil {
			break
		}
	}
	took := time.Since(start)
	if got != want {
		tb.Fatalf("%d bytes, want %d", got, want)
	}
	return took
}

// BenchmarkTunnel50MB fetches 50 MB directly and through the proxy, turn by
// turn, and reports the ratio of the medians (the bar: at least 0.8).
func BenchmarkTunnel50MB(b *testing.B) {
	w := newWorld(b, everyHost)
	l := source(b)
	w.name("ok.test", []string{publicIP})
	w.put(publicIP+":443", l.Addr().String())
	var direct, through []time.Duration
	for b.Loop() {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		direct = append(direct, fetch(b, c, "g", fifty))
		c.Close()
		tunnel, reason := w.connect("ok.test:443")
		if tunnel == nil {
			b.Fatal(reason)
		}
		through = append(through, fetch(b, tunnel.(*readerConn).Conn, "g", fifty))
		tunnel.Close()
	}
	d, t := median(direct), median(through)
	b.ReportMetric(float64(d)/float64(t), "ratio")
	b.ReportMetric(fifty/d.Seconds()/1e6, "MB/s-direct")
	b.ReportMetric(fifty/t.Seconds()/1e6, "MB/s-proxy")
}

// BenchmarkHTTPS50MB is the same as a browser does it, over TLS, where the two
// ends have work of their own to do (the bar: at least 0.8).
func BenchmarkHTTPS50MB(b *testing.B) {
	w := newWorld(b, everyHost)
	data := make([]byte, fifty)
	secure := httptest.NewTLSServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { rw.Write(data) }))
	b.Cleanup(secure.Close)
	w.put(publicIP+":443", secure.Listener.Addr().String())
	w.name("ok.test", []string{publicIP})
	get := func(client *http.Client, url string) time.Duration {
		start := time.Now()
		res, err := client.Get(url)
		if err != nil {
			b.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, res.Body); err != nil || n != fifty {
			b.Fatalf("%d bytes, %v", n, err)
		}
		client.CloseIdleConnections()
		return time.Since(start)
	}
	client := w.client()
	var direct, through []time.Duration
	for b.Loop() {
		direct = append(direct, get(secure.Client(), secure.URL))
		through = append(through, get(client, "https://ok.test/"))
	}
	d, t := median(direct), median(through)
	b.ReportMetric(float64(d)/float64(t), "ratio")
	b.ReportMetric(fifty/d.Seconds()/1e6, "MB/s-direct")
	b.ReportMetric(fifty/t.Seconds()/1e6, "MB/s-proxy")
}

// BenchmarkFirstByte measures what the proxy adds to the first byte of a new
// connection, look-up and checks included (the bar: at most 1 ms at the median).
func BenchmarkFirstByte(b *testing.B) {
	w := newWorld(b, everyHost)
	l := source(b)
	w.name("ok.test", []string{publicIP})
	w.put(publicIP+":443", l.Addr().String())
	var direct, through []time.Duration
	for b.Loop() {
		start := time.Now()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		fetch(b, c, "b", 1)
		direct = append(direct, time.Since(start))
		c.Close()
		start = time.Now()
		tunnel, reason := w.connect("ok.test:443")
		if tunnel == nil {
			b.Fatal(reason)
		}
		fetch(b, tunnel, "b", 1)
		through = append(through, time.Since(start))
		tunnel.Close()
	}
	b.ReportMetric(float64(median(through)-median(direct))/1e6, "ms-added-p50")
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// DESIGN 7: whatever passes through, this program's memory stays as it is.
func TestNothingIsHeld(t *testing.T) {
	w := newWorld(t, everyHost)
	l := source(t)
	w.name("ok.test", []string{publicIP})
	w.put(publicIP+":443", l.Addr().String())
	data := make([]byte, 1<<20)
	w.site(publicIP+":80", func(rw http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		for range 50 {
			rw.Write(data)
		}
	})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)

	tunnel, reason := w.connect("ok.test:443")
	if tunnel == nil {
		t.Fatal(reason)
	}
	fetch(t, tunnel, "g", fifty)
	tunnel.Close()
	res, err := w.client().Post("http://ok.test/", "text/plain", io.LimitReader(zeros{}, fifty))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, res.Body); err != nil || n != fifty {
		t.Errorf("%d bytes, %v", n, err)
	}

	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d bytes were allocated while 150 MB passed", grown)
	}
	for _, e := range w.wait(2) {
		if e.Received < fifty || (e.Port == 80 && e.Sent < fifty) {
			t.Errorf("%+v", e)
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }

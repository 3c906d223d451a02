package egress

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

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
	w := newWorld(t, everyHost, func(o *Options) { o.Idle = time.Second })
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
				time.Sleep(100 * time.Millisecond) // for twice the idle time
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
		time.Sleep(700 * time.Millisecond)
	}
}

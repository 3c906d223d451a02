package attacks

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// hostile is a web site that the policy allows, with pages that lead elsewhere.
type hostile struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string // what was asked for
}

// newHostile serves, below /go/, an answer that sends the browser on to the URL
// in its query by one of HTTP's own means.
func newHostile(t *testing.T) *hostile {
	h := &hostile{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.seen = append(h.seen, r.URL.Path)
		h.mu.Unlock()
		to := r.URL.Query().Get("to")
		switch r.URL.Path {
		case "/go/location":
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		case "/go/refresh":
			w.Header().Set("Refresh", "0; url="+to)
		case "/go/link":
			w.Header().Set("Link", "<"+to+">; rel=preload; as=image, <"+to+">; rel=preconnect")
		case "/go/report":
			w.Header().Set("Content-Security-Policy", "img-src 'none'; report-uri "+to)
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<img src=/x.png>`)
			return
		case "/go/alt":
			w.Header().Set("Alt-Svc", fmt.Sprintf(`h3="%s"; ma=3600, h2="%s"; ma=3600`, to, to))
		case "/worker.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, `onmessage = async e => { const got = []; for (const f of [() => fetch(e.data), () => importScripts(e.data), () => new WebSocket(e.data.replace("http", "ws"))]) try { await f() } catch (e) { got.push("" + e) } postMessage(got) }`)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<title>allowed</title><body>allowed</body>`)
	}))
	t.Cleanup(h.Close)
	return h
}

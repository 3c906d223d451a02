package egress

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
)

// forward answers an http:// request, on a connection of its own to the host:
// one request, one decision, one connection, so that nothing can ride along on
// what another was allowed. WebSocket upgrades pass the same way.
func (p *Proxy) forward(w http.ResponseWriter, r *http.Request) {
	host, port, ok := splitHost(r.URL)
	if !ok {
		answer(w, http.StatusBadRequest, "the address has no port between 1 and 65535")
		return
	}
	route, refused := p.route(r.Context(), host, port, "http")
	if refused != nil {
		p.refuse(w, host, port, refused)
		return
	}
	conn, err := p.dialHost(r.Context(), route)
	if err != nil {
		p.refuse(w, route.name, port, failed(route, fault(err)))
		return
	}
	event := route.event()
	counted := &patientConn{Conn: conn, idle: p.opts.Idle}
	defer func() {
		event.Sent, event.Received = counted.finish()
		p.opts.Observe(event)
	}()

	transport := &http.Transport{
		Proxy:                  http.ProxyURL(route.parent),
		DialContext:            func(context.Context, string, string) (net.Conn, error) { return counted, nil },
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: maxAnswerHeader,
	}
	defer transport.CloseIdleConnections()
	reverse := &httputil.ReverseProxy{
		Rewrite:       func(pr *httputil.ProxyRequest) { rewrite(pr, route) },
		Transport:     transport,
		FlushInterval: -1, // as it comes: server-sent events wait for nobody
		BufferPool:    buffers{},
		ErrorLog:      log.New(io.Discard, "", 0),
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			event.Reason = route.authority() + " " + fault(err)
			answer(w, http.StatusBadGateway, event.Reason)
		},
	}
	control := http.NewResponseController(w)
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = &patientBody{r.Body, control, p.opts.Idle}
	}
	reverse.ServeHTTP(&patientWriter{w, control, p.opts.Idle}, r)
}

// rewrite makes the request that goes to the host: the same, but for what is
// said between neighbours (RFC 9110, section 7.6.1), and with the Host that was
// decided upon (RFC 9112, section 3.2.2).
func rewrite(pr *httputil.ProxyRequest, route *route) {
	out := pr.Out
	host := route.name
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if route.port != 80 {
		host += ":" + strconv.Itoa(route.port)
	}
	out.Host, out.URL.Host, out.URL.User = host, host, nil
	out.URL.RawQuery, out.URL.ForceQuery = pr.In.URL.RawQuery, pr.In.URL.ForceQuery
	if route.parent == nil {
		// The path byte for byte: parsed and printed again, a|b would be a%7Cb.
		_, path, _ := strings.Cut(pr.In.RequestURI, "://")
		if at := strings.IndexAny(path, "/?#"); at >= 0 && path[at] == '/' && !strings.HasPrefix(path[at:], "//") && !strings.Contains(path, "#") {
			out.URL.Opaque, _, _ = strings.Cut(path[at:], "?")
		}
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if values, ok := pr.In.Header[name]; ok { // the page's own; we add none
			out.Header[name] = values
		}
	}
	if protocol := out.Header.Get("Upgrade"); protocol != "" && !strings.EqualFold(protocol, "websocket") {
		out.Header.Del("Upgrade")
		out.Header.Del("Connection")
	}
}

// splitHost is the host and port of an http:// address.
func splitHost(u *url.URL) (host string, port int, ok bool) {
	digits := u.Port()
	if digits == "" {
		return u.Hostname(), 80, true
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	return u.Hostname(), int(n), err == nil && n > 0
}

// buffers lends the bodies' copies their buffers.
type buffers struct{}

var pool = sync.Pool{New: func() any { return new([32 << 10]byte) }}

func (buffers) Get() []byte { return pool.Get().(*[32 << 10]byte)[:] }

func (buffers) Put(b []byte) {
	if len(b) == 32<<10 {
		pool.Put((*[32 << 10]byte)(b))
	}
}

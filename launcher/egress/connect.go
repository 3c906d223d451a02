package egress

import (
	"bufio"
	"io"
	"net/http"
)

// connect opens a tunnel (RFC 9110, section 9.3.6): what goes through it is
// between the browser and the host.
func (p *Proxy) connect(w http.ResponseWriter, r *http.Request) {
	host, port, err := splitAuthority(r.RequestURI)
	switch {
	case err != nil:
		answer(w, http.StatusBadRequest, err.Error())
		return
	case r.ContentLength != 0 || len(r.TransferEncoding) > 0:
		answer(w, http.StatusBadRequest, "CONNECT has no content")
		return
	}
	scheme := "https"
	if port == 80 {
		scheme = "http" // ws://
	}
	route, refused := p.route(r.Context(), host, port, scheme)
	if refused != nil {
		p.refuse(w, host, port, refused)
		return
	}
	up, early, err := p.dialTunnel(r.Context(), route)
	if err != nil {
		p.refuse(w, route.name, port, failed(route, fault(err)))
		return
	}
	defer up.Close()
	event := route.event()
	defer func() { p.opts.Observe(event) }()

	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		event.Reason = "the browser was gone"
		return
	}
	defer client.Close()
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		event.Reason = "the browser was gone"
		return
	}
	ahead := readAhead(buffered.Reader)
	event.Sent, event.Received = p.join(client, up, ahead, early)
}

// readAhead takes what a reader has buffered.
func readAhead(r *bufio.Reader) []byte {
	b, _ := r.Peek(r.Buffered())
	return b
}

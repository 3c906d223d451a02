package egress

import (
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// words come first in everything that this program, and not the host, says.
const words = "refused by connector-browser: "

// refuse tells the browser, and whoever observes, why a request goes nowhere.
func (p *Proxy) refuse(w http.ResponseWriter, host string, port int, why *refusal) {
	d := why.decision
	p.opts.Observe(Event{Time: time.Now(), Host: canonicalHost(host), Port: port, Allowed: d.Allowed, Background: why.background, Reason: d.Reason, Line: d.Line})
	if d.Allowed { // allowed and out of reach: no line of the policy changes that
		answer(w, why.status, d.Reason)
		return
	}
	answer(w, why.status, d.String())
}

// answer is a small page with one sentence, which is in X-Proxy-Error too:
// browsers show no page that answers a CONNECT. Proxy-Status says the same to
// programs (RFC 9209).
func answer(w http.ResponseWriter, status int, sentence string) {
	kind := map[int]string{
		http.StatusForbidden:  "http_request_denied",
		http.StatusBadRequest: "http_request_error",
	}[status]
	if kind == "" {
		kind = "destination_unavailable"
	}
	said := words + sentence
	if status == http.StatusBadGateway {
		said = "connector-browser: " + sentence
	}
	h := w.Header()
	h.Set("X-Proxy-Error", ascii(said))
	h.Set("Proxy-Status", "connector-browser; error="+kind)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<!doctype html>\n<meta charset=\"utf-8\">\n<title>%d %s</title>\n<p>%s</p>\n", status, http.StatusText(status), html.EscapeString(said))
}

// ascii makes a sentence fit into a header field (RFC 9110, section 5.5).
func ascii(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// event begins the record of a connection that is let through.
func (r *route) event() Event {
	return Event{Time: r.asked, Host: r.name, Port: r.port, Allowed: true, Line: r.line}
}

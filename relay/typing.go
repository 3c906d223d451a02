package relay

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"connector-browser/policy"
)

// runCode is the upstream's tool that runs a script beside the page. The relay
// calls it with its own fixed script, whether the policy lets a client or not.
const runCode = "browser_run_code_unsafe"

// typing is the script that types a secret.
//
//go:embed typing.js
var typing string

// notThere is what the script says of an element that is in no document of the
// origins that were decided on.
const notThere = "connector-browser: the element is on no host of the secret"

// script is the fixed script with its arguments, as JSON that no script and no
// Markdown can be made of.
func script(t typed) string {
	arguments, err := json.Marshal(t) // unlike encode: <, > and & are escaped
	if err != nil {
		panic("relay: typed text that is no JSON: " + err.Error())
	}
	safe := strings.ReplaceAll(string(arguments), "`", `\u0060`)
	return strings.NewReplacer("ARGUMENTS", safe, "NOT_THERE", string(quote(notThere))).Replace(strings.TrimSpace(typing))
}

// frames asks the upstream for the addresses of the page and of the frames in
// it. It is the browser's own account of what it opened: no script of a page is
// run for it. refused is the upstream's answer where it would not say, a dialog
// that is open for one.
func (r *Relay) frames(ctx context.Context) (urls []string, refused *Message) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	s := r.awaitChild(ctx)
	if s == nil {
		return nil, nil
	}
	const code = "async (page) => page.frames().map((frame) => frame.url())"
	answer, err := s.call(ctx, "tools/call", encode(map[string]any{"name": runCode, "arguments": map[string]any{"code": code}}))
	switch {
	case err != nil:
		return nil, nil
	case answer.Error != nil || isError(answer):
		return nil, answer
	}
	var result struct {
		Content []textBlock `json:"content"`
	}
	if json.Unmarshal(answer.Result, &result) != nil || len(result.Content) == 0 {
		return nil, nil
	}
	text, ok := strings.CutPrefix(result.Content[0].Text, "### Result\n")
	text, _, _ = strings.Cut(text, "\n")
	if !ok || json.Unmarshal([]byte(text), &urls) != nil {
		return nil, nil
	}
	return urls, nil
}

// awaitChild waits until a child takes messages.
func (r *Relay) awaitChild(ctx context.Context) *session {
	r.Greet()
	for {
		s, changed := r.current()
		var ready, over <-chan struct{}
		if s != nil {
			ready, over, changed = s.ready, s.over, nil
		}
		select {
		case <-ready:
			return s
		case <-changed:
		case <-over:
			return nil
		case <-r.stop:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// permitted gives the beginning that the address has in common with every page
// of its origin, where each of the secrets may be typed there, and else nothing.
// Plain http can be read and written on its way, so it needs a pattern that
// names the port. User names in an address and a dot at the end of a host serve
// those who want to be taken for somebody else.
func permitted(secrets []*NamedSecret, address string) (origin string) {
	u, err := url.Parse(address)
	if err != nil || len(secrets) == 0 || u.User != nil || strings.HasSuffix(u.Hostname(), ".") {
		return ""
	}
	origin = u.Scheme + "://" + u.Host + "/"
	port := map[string]int{"http": 80, "https": 443}[u.Scheme]
	if port == 0 || !strings.HasPrefix(address, origin) {
		return ""
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return ""
		}
	}
	for _, n := range secrets {
		if !anyCovers(n.Hosts, u.Hostname(), port, u.Scheme == "http") {
			return ""
		}
	}
	return origin
}

func anyCovers(patterns []policy.Pattern, host string, port int, plain bool) bool {
	for _, p := range patterns {
		anyPort := p.Covers(host, 80) && p.Covers(host, 443)
		if p.Covers(host, port) && !(plain && anyPort) {
			return true
		}
	}
	return false
}

package relay

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// lookLimit bounds how long the relay's own look at the page may take.
const lookLimit = 10 * time.Second

// page is what the relay saw of the page of the moment.
type page struct {
	url      string
	snapshot string // the upstream's text
}

// look asks the upstream for the page. Where it cannot be seen, the page is
// empty.
func (r *Relay) look(ctx context.Context) (p page) {
	s, _ := r.current()
	if s == nil || !s.open() {
		return p
	}
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	answer, err := s.call(ctx, "tools/call", encode(map[string]any{"name": "browser_snapshot", "arguments": map[string]any{}}))
	if err != nil {
		return p
	}
	var result struct {
		Content []textBlock `json:"content"`
	}
	if json.Unmarshal(answer.Result, &result) != nil || len(result.Content) == 0 {
		return p
	}
	p.snapshot = result.Content[0].Text
	if _, after, found := strings.Cut(p.snapshot, "\n- Page URL: "); found {
		p.url, _, _ = strings.Cut(after, "\n")
	}
	return p
}

var bareRef = regexp.MustCompile(`^(?:aria-ref=)?((?:f[0-9]+)?e[0-9]+)$`)

// element is how the page's snapshot describes the element with this ref: its
// role and its name.
func (p page) element(target string) string {
	ref := bareRef.FindStringSubmatch(target)
	if ref == nil {
		return ""
	}
	for line := range strings.Lines(p.snapshot) {
		line = strings.TrimLeft(line, " ")
		if before, _, found := strings.Cut(line, "[ref="+ref[1]+"]"); found && strings.HasPrefix(before, "- ") {
			return clip(strings.TrimSpace(attributes.ReplaceAllString(before[2:], "")))
		}
	}
	return ""
}

// attributes are what a snapshot says of an element beside role and name.
var attributes = regexp.MustCompile(`\[[a-z-]+(?:=[^\]]*)?\] ?`)

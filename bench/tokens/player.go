package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"connector-browser/demo/mcp"
)

type args = map[string]any

// score is what one task took.
type score struct {
	calls         int
	read, written int // bytes of what a model would read and write
	took          time.Duration
	err           error
}

// player plays a task as a model would that makes no mistake: it takes refs
// from what it has read, and looks for what it has not.
type player struct {
	ctx     context.Context
	client  *mcp.Client
	agent   bool
	site    string
	verbose bool
	score   score
	clicks  []int    // bytes of what clicks answered, a new page left out
	known   []string // what was read of the page, the newest first
	err     error    // the first thing that went wrong
}

// play plays a task and asks the page whether it succeeded.
func (p *player) play(t task) score {
	p.do("browser_navigate", args{"url": "about:blank"}) // no task begins on another one's page
	p.score, p.known, p.err = score{}, nil, nil
	began := time.Now()
	t.play(p)
	p.score.took = time.Since(began)
	p.holds(t.holds)
	p.score.err = p.err
	return p.score
}

// act makes a call that changes the page. The bare upstream is asked for the
// page afterwards; the agent surface has told what changed.
func (p *player) act(tool string, arguments args) {
	text := p.do(tool, arguments)
	if !p.agent && !strings.Contains(text, "### Modal state") {
		p.known = []string{text}
		text = p.do("browser_snapshot", args{})
	}
	if strings.Contains(text, "page: ") {
		p.known = nil // another page, with other refs
	}
	p.known = append([]string{text}, p.known...)
}

// do makes a call and counts it.
func (p *player) do(tool string, arguments args) string {
	if p.err != nil {
		return ""
	}
	written, err := json.Marshal(arguments)
	if err != nil {
		p.err = err
		return ""
	}
	p.score.calls++
	p.score.written += len(tool) + len(written)
	began := time.Now()
	answer, err := p.client.Tool(p.ctx, tool, arguments)
	if err == nil && answer.IsError {
		err = fmt.Errorf("%s: %s", tool, answer.Text())
	}
	if err != nil {
		p.err = err
		return ""
	}
	text := answer.Text()
	p.score.read += len(text)
	if tool == "browser_click" && !strings.Contains(text, "page: ") {
		p.clicks = append(p.clicks, len(text))
	}
	if p.verbose && p.agent {
		fmt.Fprintf(os.Stderr, "> %s %s (%v)\n%s\n\n", tool, written, time.Since(began).Round(time.Millisecond), text)
	}
	return text
}

func (p *player) open(path string) { p.act("browser_navigate", args{"url": p.site + path}) }

func (p *player) click(words ...string) { p.act("browser_click", args{"target": p.ref(words...)}) }

func (p *player) fill(text string, submit bool, words ...string) {
	arguments := args{"target": p.ref(words...), "text": text}
	if submit {
		arguments["submit"] = true
	}
	p.act("browser_type", arguments)
}

// waits waits for a download whose end is not in what was read last.
func (p *player) waits(file string) {
	words := "Downloaded file " + file
	for _, text := range p.known {
		if strings.Contains(text, words) {
			return
		}
	}
	if p.agent {
		p.known = append([]string{p.do("browser_wait_for", args{"download": file})}, p.known...)
		return
	}
	p.act("browser_wait_for", args{"time": 1})
}

// holds wants a function to give true in the page, whatever was read of it.
func (p *player) holds(function string) {
	if p.err != nil {
		return
	}
	answer, err := p.client.Tool(p.ctx, "browser_evaluate", args{"function": function})
	switch {
	case err != nil:
		p.err = err
	case answer.IsError || !strings.HasPrefix(strings.TrimPrefix(answer.Text(), "### Result\n"), "true\n"):
		p.err = fmt.Errorf("the page itself says otherwise: %.80q", answer.Text())
	}
}

// sees wants the words to be in what was read last; what is not there is looked
// for.
func (p *player) sees(words string) {
	for _, text := range p.known {
		if strings.Contains(text, words) {
			return
		}
	}
	if p.agent && strings.Contains(p.do("browser_find", args{"text": words}), words) {
		return
	}
	if p.err == nil {
		p.err = fmt.Errorf("%q is not seen", words)
	}
}

// ref is the ref of the element that the words lead to: the last stands in the
// line of the others or below it.
func (p *player) ref(words ...string) string {
	for _, text := range p.known {
		if ref := find(text, words); ref != "" {
			return ref
		}
	}
	if p.agent {
		found := p.do("browser_find", args{"text": strings.Trim(words[0], `"`)})
		if ref := find(found, words); ref != "" {
			return ref
		}
	}
	if p.err == nil {
		p.err = fmt.Errorf("there is no element %q", words)
	}
	return ""
}

// anyRef is a ref as the upstream writes it, or as the agent surface does.
var anyRef = regexp.MustCompile(`\[ref=((?:f[0-9]+)?e[0-9]+)\]|^[ +]*((?:f[0-9]+)?e[0-9]+): `)

func find(text string, words []string) string {
	lines := strings.Split(text, "\n")
	for _, line := range lines { // a line that says all
		all := true
		for _, word := range words {
			all = all && strings.Contains(line, word)
		}
		if ref := refOf(line); all && ref != "" && !strings.HasPrefix(line, "- ") && len(words) > 1 {
			return ref
		}
	}
	rest := words
	for _, line := range lines { // one after another
		for len(rest) > 1 && strings.Contains(line, rest[0]) {
			rest = rest[1:]
		}
		if ref := refOf(line); len(rest) == 1 && ref != "" && strings.Contains(line, rest[0]) {
			return ref
		}
	}
	return ""
}

func refOf(line string) string {
	m := anyRef.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	return m[1] + m[2]
}

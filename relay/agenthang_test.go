package relay_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/policy"
	"connector-browser/relay"
)

// A stuckPage is a child that answers no call while its page hangs; a page that is
// opened then is there all the same, and the script that closes the other one is
// answered.
type stuckPage struct {
	mu    sync.Mutex
	hangs bool
	fresh bool
	calls []string
}

func (p *stuckPage) answer(line []byte) []byte {
	m := toolCall(line)
	if m.ID == nil {
		return echo(line)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	call := m.Params.Name
	switch {
	case strings.Contains(m.Params.Arguments.Code, "MutationObserver"):
		call = "look"
	case strings.Contains(string(line), `"action":"new"`):
		call, p.fresh = "new", true
	case strings.Contains(m.Params.Arguments.Code, "pages()") && p.fresh:
		call, p.hangs = "clear", false
	}
	p.calls = append(p.calls, call)
	switch {
	case p.hangs:
		return nil
	case call == "look":
		return m.says("### Result\n" + `{"title":"Shop","url":"https://shop.example/","snapshot":"- button \"Add\" [ref=e2]","tabs":["https://shop.example/"]}`)
	}
	return m.says("### Result\ntrue")
}

func (p *stuckPage) set(hangs bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hangs, p.calls = hangs, nil
}

func (p *stuckPage) made() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.calls, " ")
}

// patient is a policy under which a call has four seconds, and is doubted after two.
func patient(t *testing.T) *policy.Policy {
	p := policy.Default(append(relay.Names(record(t).Tools), relay.OwnNames()...))
	p.Limits = policy.Limits{Call: 4 * time.Second}
	return p
}

// HP-001, HP-002, HP-005: a call that a hanging page holds up is answered, and so are the
// next ones, without being made; what needs no page is answered, and a page that answers
// again is used again. A navigation closes the page that hangs.
func TestAgentHangingPage(t *testing.T) {
	t.Parallel()
	p := &stuckPage{}
	s := play(t, relay.Config{Agent: true, Policy: patient(t)}, p.answer)
	s.send(hello)
	s.next()
	s.tool("browser_navigate", `{"url":"https://shop.example/"}`)
	hindered := func(name, arguments, made string) {
		t.Helper()
		p.set(true)
		got := s.tool(name, arguments)
		if said := got.text(); !got.Result.IsError || !strings.Contains(said, "a page does not answer") || !strings.Contains(said, "code: TIMEOUT\n") || !strings.Contains(said, "leave it with browser_navigate") {
			t.Errorf("%s is answered %+v", name, got)
		}
		if p.made() != made {
			t.Errorf("%s made the calls %s, want %s", name, p.made(), made)
		}
	}
	hindered("browser_click", `{"target":"css=b"}`, "browser_click browser_tabs")
	hindered("browser_snapshot", `{}`, "browser_tabs")
	p.set(true)
	if got := s.tool("browser_status", `{}`); got.text() != "open: Shop — https://shop.example/\na page did not answer when it was last asked" || p.made() != "" {
		t.Errorf("the status is %+v, by the calls %s", got, p.made())
	}
	if got := s.tool("browser_trace", `{"action":"status"}`); got.text() != "no trace runs" || p.made() != "" {
		t.Errorf("of a trace is told %+v, by the calls %s", got, p.made())
	}
	hindered("browser_trace", `{"action":"start"}`, "browser_tabs")
	hindered("browser_batch", `{"steps":[{"tool":"browser_click","arguments":{"target":"css=b"}}]}`, "browser_tabs")
	p.set(false)
	if got := s.tool("browser_hover", `{"target":"css=c"}`); got.Result.IsError || p.made() != "browser_tabs browser_hover look" {
		t.Errorf("a page that answers again: %s, by %s", got.text(), p.made())
	}
	hindered("browser_hover", `{"target":"css=d"}`, "browser_hover browser_tabs")
	got := s.tool("browser_navigate", `{"url":"https://shop.example/"}`)
	if got.Result.IsError || !strings.Contains(got.text(), "were closed") || !strings.Contains(got.text(), "page: Shop") || !strings.HasSuffix(p.made(), "browser_tabs new clear browser_navigate look") {
		t.Errorf("a navigation is answered\n%s\nby %s", got.text(), p.made())
	}
}

// HP-001: nor is a session lost whose very first page hangs: that call has the time of
// any call, since a browser may take as long to start, and the next ones are given up.
func TestAgentFirstPageHangs(t *testing.T) {
	t.Parallel()
	p := &stuckPage{}
	s := play(t, relay.Config{Agent: true, Policy: patient(t)}, p.answer)
	s.send(hello)
	s.next()
	p.set(true)
	if got := s.tool("browser_navigate", `{"url":"https://shop.example/"}`); got.Error.Data.Code != relay.Deadline || p.made() != "browser_navigate" {
		t.Errorf("the first call is answered %+v, by %s", got, p.made())
	}
	p.set(true)
	if got := s.tool("browser_hover", `{"target":"css=d"}`); !strings.Contains(got.text(), "a page does not answer") {
		t.Errorf("the second call is answered %+v", got)
	}
	if got := s.tool("browser_navigate", `{"url":"https://shop.example/"}`); got.Result.IsError || !strings.Contains(got.text(), "were closed") {
		t.Errorf("a navigation is answered %+v", got)
	}
}

// HP-001: a call that takes long is not given up while the pages answer.
func TestAgentLongCall(t *testing.T) {
	t.Parallel()
	questions := make(chan struct{}, 8)
	var waiting asked
	s := play(t, relay.Config{Agent: true, Policy: patient(t)}, func(line []byte) []byte {
		m := toolCall(line)
		switch {
		case m.ID == nil:
			return echo(line)
		case m.Params.Name == "browser_wait_for":
			waiting = m
			return nil
		case m.Params.Name == "browser_tabs":
			questions <- struct{}{}
			return append(m.says("### Result\n- 0: (current)"), waiting.says("### Result\nwaited")...)
		}
		return m.says("### Result\ntrue")
	})
	s.send(hello)
	s.next()
	s.tool("browser_close", `{}`)
	if got := s.tool("browser_wait_for", `{"time":3}`); got.Result.IsError || !strings.Contains(got.text(), "waited") || len(questions) != 1 {
		t.Errorf("answered %+v, after %d questions", got, len(questions))
	}
}

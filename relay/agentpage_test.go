package relay_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"connector-browser/relay"
)

// A scriptedPage is a child with one page: each click may change it.
type scriptedPage struct {
	mu     sync.Mutex
	clicks int
	calls  []string // tools, and the relay's own looks
	body   func(clicks int) string
	click  func(clicks int) string // the answer; empty: as usual
	text   string                  // of an evaluation that the client asks for
}

// asked is a call of a tool as the child gets it.
type asked struct {
	ID     json.RawMessage
	Method string
	Params struct {
		Name      string
		Arguments struct{ Code string }
	}
}

func toolCall(line []byte) (m asked) {
	if json.Unmarshal(line, &m) != nil || m.ID == nil || m.Method != "tools/call" {
		return asked{}
	}
	return m
}

// says is the answer that has this text.
func (m asked) says(text string) []byte {
	isError := ""
	if strings.HasPrefix(text, "### Error") {
		isError = `,"isError":true`
	}
	quoted, _ := json.Marshal(text)
	return fmt.Appendf(nil, `{"result":{"content":[{"type":"text","text":%s}]%s},"jsonrpc":"2.0","id":%s}`+"\n", quoted, isError, m.ID)
}

func (p *scriptedPage) answer(line []byte) []byte {
	m := toolCall(line)
	if m.ID == nil {
		return echo(line)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	tool := m.Params.Name
	if strings.Contains(m.Params.Arguments.Code, "MutationObserver") {
		tool = "look"
	}
	p.calls = append(p.calls, tool)
	text := "### Ran Playwright code\n```js\nx\n```"
	switch tool {
	case "look":
		sight, _ := json.Marshal(map[string]any{"title": "Shop", "url": "https://shop.example/", "snapshot": p.body(p.clicks), "errors": 2, "tabs": []string{"https://shop.example/"}})
		text = "### Result\n" + string(sight) + "\n" + text
	case "browser_click":
		p.clicks++
		if p.click != nil {
			if said := p.click(p.clicks); said != "" {
				text = said
			}
		}
	case "browser_evaluate":
		text = "### Result\n" + p.text
	}
	return m.says(text)
}

func (p *scriptedPage) made() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.calls, " ")
}

// still is a page that no click changes.
func still(int) string { return `- button "Add" [ref=e2]` }

// counting is a page that counts the clicks.
func counting(n int) string { return fmt.Sprintf("- button \"Add\" [ref=e2]\n- text: %d added", n) }

// result is a tool's answer as a client reads it.
type result struct {
	ID     int
	Result struct {
		Content           []struct{ Text string }
		StructuredContent struct {
			Error struct {
				Code, Hint, Message string
				Detail              struct{ Reason string }
			}
			Truncated struct{ TotalBytes, PreviewBytes int }
		}
		IsError bool
	}
	Error struct {
		Message string
		Data    struct{ Code, Hint string }
	}
}

func (r result) text() string {
	var texts []string
	for _, block := range r.Result.Content {
		texts = append(texts, block.Text)
	}
	return strings.Join(texts, "\n--\n")
}

// surf plays the agent surface over a scripted page; the client has said hello.
func surf(t *testing.T, p *scriptedPage) *scripted {
	t.Helper()
	s := play(t, relay.Config{Agent: true}, p.answer)
	s.send(hello)
	s.next()
	return s
}

func (s *scripted) result() (r result) {
	s.t.Helper()
	line := s.next()
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		s.t.Fatalf("%s: %v", line, err)
	}
	return r
}

func (s *scripted) tool(name, arguments string) result {
	s.t.Helper()
	s.send(call(1, name, arguments))
	return s.result()
}

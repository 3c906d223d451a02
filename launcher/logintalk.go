package launcher

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
)

// talk is the least of an MCP client: it calls tools of the launch that it
// belongs to. Each answer comes through a channel of its own.
type talk struct {
	to io.Writer

	mu      sync.Mutex
	last    int
	waiting map[int]chan<- said
}

// said is what a tool answered.
type said struct {
	text   string
	failed bool
}

func newTalk(to io.Writer, from io.Reader) *talk {
	t := &talk{to: to, waiting: map[int]chan<- said{}}
	go t.listen(bufio.NewReader(from))
	t.begin("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "connector-browser login", "version": "1"},
	})
	io.WriteString(to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return t
}

// call begins a call of a tool.
func (t *talk) call(tool string, arguments map[string]any) <-chan said {
	return t.begin("tools/call", map[string]any{"name": tool, "arguments": arguments})
}

func (t *talk) begin(method string, params any) <-chan said {
	answer := make(chan said, 1)
	t.mu.Lock()
	t.last++
	id := t.last
	t.waiting[id] = answer
	t.mu.Unlock()
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		panic("launcher: a call that is no JSON: " + err.Error())
	}
	t.to.Write(append(line, '\n')) // where the launch has ended there is no answer either
	return answer
}

func (t *talk) listen(from *bufio.Reader) {
	for {
		line, err := from.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Result struct {
				Content []struct{ Text string }
				IsError bool
			}
			Error *struct{ Message string }
		}
		if json.Unmarshal(line, &m) != nil {
			continue // a notification of another shape
		}
		t.mu.Lock()
		answer := t.waiting[m.ID]
		delete(t.waiting, m.ID)
		t.mu.Unlock()
		if answer == nil {
			continue
		}
		s := said{failed: m.Result.IsError}
		for _, block := range m.Result.Content {
			s.text += block.Text + "\n"
		}
		if m.Error != nil {
			s = said{m.Error.Message, true}
		}
		answer <- s
	}
}

// result is what a script gave, or nothing where it was broken off.
func (s said) result() string {
	_, result, _ := strings.Cut(s.text, "### Result\n")
	line, _, _ := strings.Cut(result, "\n")
	var text string
	json.Unmarshal([]byte(line), &text)
	return text
}

// reason is what a failed call says first, as the second half of a sentence.
func (s said) reason() error {
	text := strings.TrimPrefix(s.text, "### Error\n")
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return fmt.Errorf("%.300s", strings.TrimPrefix(line, "Error: "))
}

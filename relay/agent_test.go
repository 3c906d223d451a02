package relay_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
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

func (p *scriptedPage) answer(line []byte) []byte {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			Name      string
			Arguments struct{ Code string }
		}
	}
	if json.Unmarshal(line, &m) != nil || m.ID == nil || m.Method != "tools/call" {
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
	isError := ""
	if strings.HasPrefix(text, "### Error") {
		isError = `,"isError":true`
	}
	quoted, _ := json.Marshal(text)
	return fmt.Appendf(nil, `{"result":{"content":[{"type":"text","text":%s}]%s},"jsonrpc":"2.0","id":%s}`+"\n", quoted, isError, m.ID)
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
	Error struct{ Data struct{ Code string } }
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

// CD-100, CD-101, CD-104, CD-105: the first look is whole, a later one says what
// changed, a snapshot of the client's own moves what is compared with.
func TestAgentDelta(t *testing.T) {
	t.Parallel()
	s := surf(t, &scriptedPage{body: counting})
	for i, want := range []string{
		"done\n--\npage: Shop — https://shop.example/\ne2: button \"Add\"\n\"1 added\"\nerrors: 2",
		"done\n--\n- \"1 added\"\n+ \"2 added\"\nerrors: 0",
	} {
		if got := s.tool("browser_click", `{"target":"css=b"}`).text(); got != want {
			t.Errorf("click %d is answered\n%s\nwant\n%s", i, got, want)
		}
	}
	if got := s.tool("browser_snapshot", `{}`); len(got.Result.Content) != 1 || !strings.HasPrefix(got.text(), "page: Shop") {
		t.Errorf("a snapshot is answered\n%s", got.text())
	}
	if got := s.tool("browser_hover", `{"target":"e2"}`).text(); got != "done\n--\n(no a11y changes)\nerrors: 0" {
		t.Errorf("a call without effect is answered\n%s", got)
	}
}

// CD-103: the open dialog stands in the place of what changed, and no look is
// tried.
func TestAgentDialog(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: still, click: func(int) string {
		return "### Ran Playwright code\n```js\nx\n```\n### Modal state\n- [\"confirm\" dialog with message \"Sure?\"]: can be handled by browser_handle_dialog"
	}}
	s := surf(t, p)
	if got := s.tool("browser_click", `{"target":"css=b"}`).text(); got != "done\n--\ndialog open: confirm: Sure?" {
		t.Errorf("answered\n%s", got)
	}
	if made := p.made(); made != "browser_click" {
		t.Errorf("the upstream was called %s", made)
	}
}

// SN-052: a page that opens one dialog after another is not left, and that is no
// success; a dialog of the page that it was left for is told like any.
func TestAgentNavigatesFromDialogs(t *testing.T) {
	t.Parallel()
	const modal = "### Modal state\n- [\"alert\" dialog with message \"Ref e1 not found in the current page snapshot\"]: can be handled by browser_handle_dialog"
	at := func(page string) string { return "### Page\n- Page URL: https://" + page + ".example/\n" + modal }
	for _, c := range []struct{ name, navigated, code string }{
		{"kept", at("shop"), "STATE_INVALID"},
		{"left", at("other"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, relay.Config{Agent: true}, func(line []byte) []byte {
				var m struct {
					ID     json.RawMessage
					Params struct{ Name string }
				}
				json.Unmarshal(line, &m)
				said := map[string]string{"browser_click": at("shop"), "browser_handle_dialog": at("shop"), "browser_navigate": c.navigated}[m.Params.Name]
				if said == "" {
					return echo(line)
				}
				quoted, _ := json.Marshal(said)
				return fmt.Appendf(nil, `{"result":{"content":[{"type":"text","text":%s}]},"jsonrpc":"2.0","id":%s}`+"\n", quoted, m.ID)
			})
			s.send(hello)
			s.next()
			s.tool("browser_click", `{"target":"css=b"}`)
			got := s.tool("browser_navigate", `{"url":"https://other.example/"}`)
			if fault := got.Result.StructuredContent.Error; fault.Code != c.code || got.Result.IsError != (c.code != "") {
				t.Errorf("answered %+v", got)
			}
			if c.code == "" && !strings.Contains(got.text(), "dismissed: alert: ") {
				t.Errorf("answered\n%s", got.text())
			}
		})
	}
}

// CD-051, U18: calls that come at once are made one after another, each with its
// look, and answered in their order.
func TestAgentOneAtATime(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: counting}
	s := surf(t, p)
	var lines []string
	for id := range 5 {
		lines = append(lines, call(id+1, "browser_click", `{"target":"css=b"}`))
	}
	s.send(strings.Join(lines, "\n"))
	for id := 1; id <= 5; id++ {
		if got := s.result(); got.ID != id || !strings.Contains(got.text(), fmt.Sprintf("\"%d added\"\nerrors", id)) {
			t.Errorf("answer %d has id %d and says\n%s", id, got.ID, got.text())
		}
	}
	if want := strings.TrimSpace(strings.Repeat("browser_click look ", 5)); p.made() != want {
		t.Errorf("the upstream was called %s", p.made())
	}
}

// SN-040, SN-041, SN-042, SN-044: what did nothing twice is not done a third
// time; a page that changes may be clicked for ever, and looked at as well.
func TestAgentLoop(t *testing.T) {
	t.Parallel()
	t.Run("a page that stays as it is", func(t *testing.T) {
		p := &scriptedPage{body: still}
		s := surf(t, p)
		for _, arguments := range []string{`{"target":"css=b","button":"left"}`, `{"button":"left", "target":"css=b"}`} {
			s.tool("browser_click", arguments)
		}
		got := s.tool("browser_click", `{ "target":"css=b","button":"left"}`)
		if got.Result.StructuredContent.Error.Code != "LOOP" || !got.Result.IsError || strings.Contains(got.text(), "browser_snapshot") {
			t.Errorf("the third is answered\n%s", got.text())
		}
		if p.clicks != 2 {
			t.Errorf("the upstream was clicked %d times", p.clicks)
		}
		if got := s.tool("browser_click", `{"target":"css=c"}`); got.Result.IsError {
			t.Errorf("another element is answered\n%s", got.text())
		}
	})
	t.Run("a page that changes", func(t *testing.T) {
		s := surf(t, &scriptedPage{body: counting})
		for range 5 {
			if got := s.tool("browser_click", `{"target":"css=b"}`); got.Result.IsError {
				t.Errorf("answered\n%s", got.text())
			}
		}
	})
	t.Run("a row of dialogs", func(t *testing.T) {
		s := surf(t, &scriptedPage{body: still})
		for _, c := range [][2]string{
			{"browser_dialog", `{"action":"accept"}`},
			{"browser_handle_dialog", `{"accept":true}`},
			{"browser_batch", `{"steps":[{"tool":"browser_dialog","arguments":{"action":"dismiss"}}]}`},
		} {
			for i := range 4 {
				if got := s.tool(c[0], c[1]); got.Result.IsError {
					t.Errorf("answer %d by %s is answered\n%s", i, c[0], got.text())
				}
			}
		}
		for range 3 { // a dialog that was answered between two calls parts them
			if got := s.tool("browser_click", `{"target":"css=b"}`); got.Result.IsError {
				t.Errorf("answered\n%s", got.text())
			}
			s.tool("browser_dialog", `{"action":"accept"}`)
		}
	})
	t.Run("looks", func(t *testing.T) {
		p := &scriptedPage{body: still}
		s := surf(t, p)
		for range 8 {
			s.tool("browser_snapshot", `{}`)
		}
		if n := strings.Count(p.made(), "look"); n != 8 {
			t.Errorf("%d of 8 snapshots were made", n)
		}
	})
}

// CD-066, CD-081, CD-082, CD-083, CD-084: a failure keeps the upstream's words
// and gets a code; with a stale ref comes the page; a ref that nobody was shown
// makes no call.
func TestAgentErrors(t *testing.T) {
	t.Parallel()
	const stale = "### Error\nError: Ref e2 not found in the current page snapshot. Try capturing new snapshot."
	p := &scriptedPage{body: counting, click: func(int) string { return stale }}
	s := surf(t, p)
	if got := s.tool("browser_click", `{"target":"e2"}`).Result.StructuredContent.Error.Code; got != "BARE_REF" || p.made() != "" {
		t.Errorf("a ref that was never shown is %s, after %q", got, p.made())
	}
	s.tool("browser_snapshot", `{}`)
	got := s.tool("browser_click", `{"target":"e2"}`)
	fault := got.Result.StructuredContent.Error
	if !got.Result.IsError || fault.Code != "STALE_REF" || fault.Detail.Reason != "detached" {
		t.Errorf("the code is %+v", fault)
	}
	if text := got.text(); !strings.HasPrefix(text, stale+"\n--\ncode: STALE_REF\n") || !strings.Contains(text, "\n--\npage: Shop — https://shop.example/\ne2: button") {
		t.Errorf("it says\n%s", text)
	}
}

// shelf keeps what is spilled.
type shelf struct {
	texts []string
	full  bool
}

func (s *shelf) Put(text string) (string, error) {
	if s.full {
		return "", errors.New("no room")
	}
	s.texts = append(s.texts, text)
	return fmt.Sprintf("/out/%d", len(s.texts)), nil
}

// CD-106, CD-110, CD-111, CD-115: a result of at most 2048 bytes is told whole, a
// small one a second time for programs; a longer one lies in a file, whole, and is
// cut between characters. So is whatever makes an answer longer than 32 KiB.
func TestAgentBound(t *testing.T) {
	t.Parallel()
	kept := &shelf{}
	p := &scriptedPage{body: still}
	s := play(t, relay.Config{Agent: true, Spill: kept}, p.answer)
	s.send(hello)
	s.next()
	evaluate := func(text string) (line string, got result) {
		t.Helper()
		p.text = text
		s.send(call(1, "browser_evaluate", fmt.Sprintf(`{"function":"() => %d"}`, len(p.calls)))) // no two alike
		line = s.next()
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		return line, got
	}
	if line, got := evaluate(`{"a":[1,2]}`); !strings.Contains(line, `"structuredContent":{"result":{"a":[1,2]}}`) || !strings.HasPrefix(got.text(), `{"a":[1,2]}`) {
		t.Errorf("a small result is answered %s", line)
	}
	if line, _ := evaluate(`"` + strings.Repeat("x", 2046) + `"`); strings.Contains(line, "structuredContent") || len(kept.texts) != 0 {
		t.Errorf("2048 bytes are answered %s", line)
	}
	long := `"` + strings.Repeat("x", 2047) + `"`
	_, got := evaluate(long)
	if cut := got.Result.StructuredContent.Truncated; len(kept.texts) != 1 || kept.texts[0] != long || cut.TotalBytes != 2049 || cut.PreviewBytes != 1021 {
		t.Errorf("of 2049 bytes %d files are kept; %+v", len(kept.texts), cut)
	}
	if want := "x\n[cut: 1021 of 2049 bytes; whole in /out/1]\n--\n"; !strings.Contains(got.text(), want) {
		t.Errorf("2049 bytes are answered\n%s", got.text())
	}
	smiles := `"` + strings.Repeat("🙂", 15000) + `"`
	if line, _ := evaluate(smiles); len(line) > 4<<10 || strings.ContainsRune(line, '\uFFFD') || kept.texts[1] != smiles {
		t.Errorf("emoji are answered in %d bytes", len(line))
	}
	kept.full = true
	if _, got := evaluate(long); !strings.Contains(got.text(), "; it could not be written to a file: ask for less]") {
		t.Errorf("with no room it is answered\n%s", got.text())
	}
	kept.full = false
	p.body = func(int) string { // of escapes, in 1000 elements
		return strings.Repeat("- button \"\\\\\\\\\\\\\\\\\\\\\\\\ \\\"\\\"\\\"\\\"\\\" name\" [ref=e2]\n", 1000)
	}
	s.send(call(2, "browser_snapshot", `{"elements":1000}`))
	if line := s.next(); len(line) > 32<<10 || len(line) < 16<<10 || !strings.Contains(line, "whole in /out/3]") || strings.Count(kept.texts[2], "\n") < 900 {
		t.Errorf("a large page is answered in %d bytes, of %d", len(line), len(kept.texts[2]))
	}
}

// What is spilled has passed withholding.
func TestAgentSpillsNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "a-named-secret-of-some-length"
	kept := &shelf{}
	p := &scriptedPage{body: still, text: `"` + secret + strings.Repeat(" word", 1000) + secret + `"`}
	set := withhold.New([]withhold.Secret{{Label: "TOKEN", Value: secret}})
	s := play(t, relay.Config{Agent: true, Spill: kept, Withhold: set}, p.answer)
	s.send(hello)
	s.next()
	got := s.tool("browser_evaluate", `{"function":"() => 1"}`)
	if len(kept.texts) != 1 || strings.Contains(kept.texts[0], secret) || strings.Count(kept.texts[0], "[withheld: TOKEN]") != 2 {
		t.Errorf("kept is %.200q", kept.texts)
	}
	if strings.Contains(got.text(), secret) || !strings.Contains(got.text(), "whole in /out/1") {
		t.Errorf("answered %.200s", got.text())
	}
}

// U19: a call that its client cancelled is not answered, and no other one is
// made before the upstream is done with it.
func TestAgentCancelled(t *testing.T) {
	t.Parallel()
	clicked, release := make(chan struct{}), make(chan struct{})
	p := &scriptedPage{body: still, click: func(n int) string {
		if n == 1 {
			close(clicked)
			<-release
		}
		return ""
	}}
	s := surf(t, p)
	s.send(call(1, "browser_click", `{"target":"css=b"}`))
	<-clicked
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	s.send(call(2, "browser_hover", `{"target":"css=b"}`))
	s.send(call(3, "browser_hover", `{"target":"css=b"}`))
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	s.send(`{"jsonrpc":"2.0","id":4,"method":"resources/list"}`)
	s.next() // the relay has read all that
	close(release)
	if got := s.result(); got.ID != 2 {
		t.Errorf("the answer has id %d", got.ID)
	}
	if want := "browser_click look browser_hover look"; p.made() != want {
		t.Errorf("the upstream was called %s, want %s", p.made(), want)
	}
}

// A call whose time is up is answered, on the agent surface too, and holds the
// others up no longer.
func TestAgentDeadline(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: still}
	rules := policy.Default(relay.Names(record(t).Tools))
	rules.Limits.Call = 100 * time.Millisecond
	s := play(t, relay.Config{Agent: true, Policy: rules}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_click") {
			return nil
		}
		return p.answer(line)
	})
	s.send(hello)
	s.next()
	if got := s.tool("browser_click", `{"target":"css=b"}`).Error.Data.Code; got != relay.Deadline {
		t.Errorf("answered %s", got)
	}
	if got := s.tool("browser_hover", `{"target":"css=b"}`); got.text() == "" {
		t.Errorf("the next call is answered %+v", got)
	}
}

// CB-073: calls that are open when the child ends are answered, the one that runs
// and those that wait for it.
func TestAgentChildEnds(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: still}
	clicked := make(chan struct{})
	s := play(t, relay.Config{Agent: true}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_click") {
			close(clicked)
			return nil
		}
		return p.answer(line)
	})
	s.send(hello)
	s.next()
	s.send(call(1, "browser_click", `{"target":"css=b"}`) + "\n" + call(2, "browser_hover", `{"target":"css=b"}`) + "\n" + `{"jsonrpc":"2.0","id":4,"method":"resources/list"}`)
	s.next()
	<-clicked
	s.child.Close()
	for range 2 {
		if got := s.result(); got.Error.Data.Code != relay.Restarted {
			t.Errorf("call %d is answered %+v", got.ID, got)
		}
	}
}

// The tools of the agent surface fit 16 KB, and the snapshot takes a budget.
func TestAgentTools(t *testing.T) {
	t.Parallel()
	s := surf(t, &scriptedPage{body: still})
	s.send(`{"jsonrpc":"2.0","id":5,"method":"tools/list"}`)
	if line := s.next(); len(line) > 16<<10 || !strings.Contains(line, `"elements":{"type":"integer"`) {
		t.Errorf("tools/list has %d bytes", len(line))
	}
	if got := s.tool("browser_snapshot", `{"elements":0}`); got.Result.StructuredContent.Error.Code != "INVALID_ARGUMENT" {
		t.Errorf("a budget of nothing is answered %+v", got)
	}
}

package relay_test

import (
	"encoding/json"
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/relay"
)

// confirming is a policy that wants a person's yes for clicks.
func confirming(t *testing.T) *policy.Policy {
	t.Helper()
	p, err := policy.Parse([]byte("[tools]\nconfirm = [\"browser_click\"]\n"), t.TempDir(), relay.Names(record(t).Tools))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shop answers the relay's look at the page, and everything else by echo.
func shop(line []byte) []byte {
	if !strings.Contains(string(line), "browser_snapshot") {
		return echo(line)
	}
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	json.Unmarshal(line, &m)
	text, _ := json.Marshal("### Page\n- Page URL: https://shop.example/cart\n### Snapshot\n```yaml\n- button \"Delete account\" [active] [ref=e7] [cursor=pointer]\n```")
	return []byte(`{"result":{"content":[{"type":"text","text":` + string(text) + `}]},"jsonrpc":"2.0","id":` + string(m.ID) + "}\n")
}

const elicitingHello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}`

// SN-082: the person is asked in the page's words, and only a yes lets the call
// pass.
func TestApprovalByElicitation(t *testing.T) {
	t.Parallel()
	for answer, passes := range map[string]bool{
		`"result":{"action":"accept","content":{"confirm":true}}`:  true,
		`"result":{"action":"accept","content":{"confirm":false}}`: false,
		`"result":{"action":"decline"}`:                            false,
		`"error":{"code":-32603,"message":"no window"}`:            false,
	} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			s := play(t, relay.Config{Policy: confirming(t)}, shop)
			s.send(elicitingHello)
			s.next()
			s.send(call(0, "browser_close", `{}`)) // now the child is known to be up
			s.next()
			s.send(call(1, "browser_click", `{"element":"harmless link","target":"e7"}`))
			question := s.next()
			if !strings.Contains(question, `"elicitation/create"`) || !strings.Contains(question, `Allow browser_click on button \"Delete account\", at https://shop.example/cart?`) {
				t.Errorf("asked %s", question)
			}
			if strings.Contains(question, "harmless") {
				t.Errorf("the question repeats the caller's words: %s", question)
			}
			var asked struct {
				ID json.RawMessage `json:"id"`
			}
			json.Unmarshal([]byte(question), &asked)
			s.send(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,` + answer + `}`)
			got := s.next()
			if refused := strings.Contains(got, `"connector.needs_confirmation"`) && strings.Contains(got, "(policy.toml:2)"); refused == passes {
				t.Errorf("answered %s", got)
			}
		})
	}
}

// Without elicitation the tool takes an argument that the upstream never sees.
func TestApprovalByArgument(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{Policy: confirming(t)}, echo)
	s.send(hello)
	s.next()
	s.send(`{"jsonrpc":"2.0","id":9,"method":"tools/list"}`)
	if got := s.next(); strings.Count(got, `"confirm":{"type":"boolean"`) != 2 {
		t.Errorf("the argument is advertised %d times, want it at browser_click and browser_drag", strings.Count(got, `"confirm":{"type":"boolean"`))
	}
	for arguments, passes := range map[string]bool{
		`{"target":"e7"}`:                      false,
		`{"target":"e7","confirm":false}`:      false,
		`{"target":"e7","confirm":"true"}`:     false,
		`{"confirm":true,"target":"e7"}`:       true,
		`{"confirm":true,"target":"e7","x":1}`: false,
	} {
		s.send(call(1, "browser_click", arguments))
		got := s.next()
		if reached := !strings.Contains(got, "refused by connector-browser"); reached != passes {
			t.Errorf("%s: answered %s", arguments, got)
		}
	}
	if got := s.reached(); len(got) != 1 || strings.Contains(got[0], "confirm") || !strings.Contains(got[0], `"arguments":{"target":"e7"}`) {
		t.Errorf("the child was sent %q", got)
	}
}

// A question that the client cancels ends the call, and nothing happens.
func TestApprovalCancelled(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{Policy: confirming(t)}, shop)
	s.send(elicitingHello)
	s.next()
	s.send(call(1, "browser_click", `{"target":"e7"}`))
	s.next()
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	s.send(call(2, "browser_close", `{}`))
	if got := s.next(); !strings.HasSuffix(got, `"id":2}`) {
		t.Errorf("answered %s", got)
	}
	for _, line := range s.reached() {
		if strings.Contains(line, "browser_click") {
			t.Errorf("the child was sent %s", line)
		}
	}
}

package relay_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"connector-browser/relay"
)

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},"io.modelcontextprotocol/clientInfo":{"name":"m","version":"1"}}`

func modernCall(id int, tool, arguments, more string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s,%s%s}}`, id, tool, arguments, modernMeta, more)
}

// A client of 2026-07-28 works with an upstream that knows only sessions.
func TestModernClient(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, func(line []byte) []byte {
		return append([]byte(`{"method":"notifications/tools/list_changed","jsonrpc":"2.0"}`+"\n"), echo(line)...)
	})
	s.send(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + modernMeta + `}}`)
	got := s.next()
	for _, want := range []string{`"supportedVersions":["2026-07-28"]`, `"resultType":"complete"`, `"ttlMs":0`, `"cacheScope":"private"`, `"io.modelcontextprotocol/serverInfo"`} {
		if !strings.Contains(got, want) {
			t.Errorf("server/discover: %s is not in %s", want, got)
		}
	}
	s.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{` + modernMeta + `}}`)
	if got := s.next(); strings.Count(got, `"inputSchema"`) != 25 || !strings.Contains(got, `"cacheScope":"private"`) {
		t.Errorf("tools/list: %.300s", got)
	}

	// No notification that nobody asked for; one on each subscription.
	s.send(modernCall(3, "browser_close", `{}`, ""))
	if got := s.next(); !strings.Contains(got, `"resultType":"complete"`) || !strings.Contains(got, `"id":3`) {
		t.Errorf("tools/call: %s", got)
	}
	s.send(`{"jsonrpc":"2.0","id":"sub","method":"subscriptions/listen","params":{` + modernMeta + `,"notifications":{"toolsListChanged":true,"promptsListChanged":true}}}`)
	if got := s.next(); !strings.Contains(got, `"notifications/subscriptions/acknowledged"`) || !strings.Contains(got, `"notifications":{"toolsListChanged":true}`) || !strings.Contains(got, `"io.modelcontextprotocol/subscriptionId":"sub"`) {
		t.Errorf("subscriptions/listen: %s", got)
	}
	s.send(modernCall(4, "browser_close", `{}`, ""))
	if got := s.next(); !strings.Contains(got, `"notifications/tools/list_changed"`) || !strings.Contains(got, `"io.modelcontextprotocol/subscriptionId":"sub"`) {
		t.Errorf("on the subscription: %s", got)
	}
	s.next()
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"sub"}}`)
	s.send(modernCall(5, "browser_close", `{}`, ""))
	if got := s.next(); !strings.Contains(got, `"id":5`) {
		t.Errorf("after the subscription: %s", got)
	}
}

// The reserved keys are needed, and another revision is told which one is
// spoken.
func TestModernRequestsAreChecked(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, echo)
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}`: `-32602`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}`: `"data":{"requested":"2027-01-01","supported":["2026-07-28"]}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`:                                                 `-32602`,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{` + modernMeta + `}}`:                                                                                                     `-32601`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x:y",` + modernMeta + `}}`:                                                                               `-32602`,
	} {
		s.send(line)
		if got := s.next(); !strings.Contains(got, want) {
			t.Errorf("%s: answered %s, want %s in it", line, got, want)
		}
	}
}

// A modern client is asked in the answer, and calls again with the person's
// word; the state is good for that very call, once.
func TestModernApproval(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{Policy: confirming(t)}, shop)
	ask := func(id int, arguments string) (state string) {
		t.Helper()
		s.send(modernCall(id, "browser_click", arguments, ""))
		var m struct {
			Result struct {
				ResultType    string          `json:"resultType"`
				RequestState  string          `json:"requestState"`
				InputRequests json.RawMessage `json:"inputRequests"`
			} `json:"result"`
		}
		line := s.next()
		if json.Unmarshal([]byte(line), &m) != nil || m.Result.ResultType != "input_required" || !strings.Contains(string(m.Result.InputRequests), "Allow browser_click") {
			t.Fatalf("answered %s", line)
		}
		return m.Result.RequestState
	}
	again := func(id int, arguments, state, said string) string {
		t.Helper()
		s.send(modernCall(id, "browser_click", arguments, `,"requestState":"`+state+`","inputResponses":{"confirm":`+said+`}`))
		return s.next()
	}
	const yes, no = `{"action":"accept","content":{"confirm":true}}`, `{"action":"decline"}`

	if got := again(2, `{"target":"e7"}`, ask(1, `{"target":"e7"}`), no); !strings.Contains(got, `"connector.needs_confirmation"`) {
		t.Errorf("declined: %s", got)
	}
	state := ask(3, `{"target":"e7"}`)
	if got := again(4, `{"target":"e8"}`, state, yes); !strings.Contains(got, `"input_required"`) {
		t.Errorf("a yes to another call: %s", got)
	}
	if got := again(5, `{"target":"e7"}`, state, yes); !strings.Contains(got, `"input_required"`) {
		t.Errorf("a state that was used: %s", got)
	}
	if got := again(7, `{"target":"e7"}`, ask(6, `{"target":"e7"}`), yes); !strings.Contains(got, `"complete"`) {
		t.Errorf("agreed: %s", got)
	}
	clicks := 0
	for _, line := range s.reached() {
		if strings.Contains(line, "browser_click") {
			clicks++
			if strings.Contains(line, "inputResponses") {
				t.Errorf("the child was sent %s", line)
			}
		}
	}
	if clicks != 1 {
		t.Errorf("%d clicks reached the child, want 1", clicks)
	}
}

package relay_test

import (
	"strings"
	"testing"
	"time"

	"connector-browser/policy"
	"connector-browser/relay"
)

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

package relay_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"connector-browser/policy"
	"connector-browser/relay"
)

// CD-052: a batch says what it did when its time is up; its later steps are not
// made, and the next call has its turn.
func TestAgentBatchDeadline(t *testing.T) {
	t.Parallel()
	p := &scriptedPage{body: still}
	rules, err := policy.Parse([]byte("surface = 'agent'\n"), t.TempDir(), relay.Names(record(t).Tools), relay.Own()...)
	if err != nil {
		t.Fatal(err)
	}
	rules.Limits.Call = 2 * time.Second
	s := play(t, relay.Config{Agent: true, Policy: rules}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_click") {
			return nil
		}
		return p.answer(line)
	})
	s.send(hello)
	s.next()
	got := s.tool("browser_batch", `{"continue_on_error":true,"steps":[{"tool":"browser_press_key","arguments":{"key":"a"}},{"tool":"browser_click","arguments":{"target":"css=b"}},`+
		`{"tool":"browser_drag","arguments":{"startTarget":"css=b","endTarget":"css=b"}}]}`)
	if text := got.text(); !got.Result.IsError || !strings.Contains(text, "[0] browser_press_key ok") || !strings.Contains(text, "code: TIMEOUT") || !strings.Contains(text, "failed step: 1; skipped: 1") {
		t.Errorf("answered %+v", got)
	}
	if got := s.tool("browser_hover", `{"target":"css=b"}`); got.text() == "" {
		t.Errorf("the next call is answered %+v", got)
	}
	if made := p.made(); strings.Contains(made, "browser_drag") {
		t.Errorf("the upstream was called %s", made)
	}
}

// U19: of a batch that its client cancelled no further step is made.
func TestAgentBatchCancelled(t *testing.T) {
	t.Parallel()
	clicked, release := make(chan struct{}), make(chan struct{})
	p := &scriptedPage{body: still, click: func(int) string {
		close(clicked)
		<-release
		return ""
	}}
	s := surf(t, p)
	s.send(call(1, "browser_batch", `{"steps":[{"tool":"browser_click","arguments":{"target":"css=b"}},{"tool":"browser_drag","arguments":{"startTarget":"css=b","endTarget":"css=b"}}]}`))
	<-clicked
	s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	s.send(`{"jsonrpc":"2.0","id":4,"method":"resources/list"}`)
	s.next() // the relay has read all that
	close(release)
	s.send(call(2, "browser_hover", `{"target":"css=b"}`))
	if got := s.result(); got.ID != 2 {
		t.Errorf("the answer has id %d", got.ID)
	}
	if made := p.made(); strings.Contains(made, "browser_drag") {
		t.Errorf("the upstream was called %s", made)
	}
}

// U19: neither is one of a batch whose client has closed both its ends, or whose
// session was stopped. Who only closes the end that it writes on waits for the rest.
func TestAgentBatchSessionEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ stops, deaf, goesOn bool }{
		"both ends closed": {deaf: true},
		"stopped":          {stops: true},
		"still reading":    {goesOn: true},
	} {
		t.Run(name, func(t *testing.T) {
			clicked, release := make(chan struct{}), make(chan struct{})
			p := &scriptedPage{body: still, click: func(int) string {
				close(clicked)
				<-release
				return ""
			}}
			var once sync.Once
			config := relay.Config{Agent: true, Deaf: func() (deaf bool) {
				deaf = c.deaf
				once.Do(func() { // the client is found to be deaf when the step is over, not before
					deaf = false
					close(release)
				})
				return deaf
			}}
			s := play(t, config, p.answer)
			s.send(hello)
			s.next()
			s.send(call(1, "browser_batch", `{"steps":[{"tool":"browser_click","arguments":{"target":"css=b"}},{"tool":"browser_drag","arguments":{"startTarget":"css=b","endTarget":"css=b"}}]}`))
			<-clicked
			if c.stops {
				s.relay.Stop()
				once.Do(func() { close(release) })
				time.Sleep(200 * time.Millisecond) // for a step that would be made all the same
			}
			s.reached()
			if made := strings.Contains(p.made(), "browser_drag"); made != c.goesOn {
				t.Errorf("the upstream was called %s", p.made())
			}
		})
	}
}

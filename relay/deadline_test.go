package relay_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"connector-browser/policy"
	"connector-browser/relay"
)

// limited is a policy under which a call has half a second.
func limited(t *testing.T) *policy.Policy {
	p := policy.Default(relay.Names(record(t).Tools))
	p.Limits = policy.Limits{Call: 500 * time.Millisecond, CallLine: "policy.toml:3"}
	return p
}

// A call that takes too long is answered, cancelled at the child, and the
// session goes on while the child shows that it is alive.
func TestDeadline(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{Policy: limited(t)}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_wait_for") {
			return nil
		}
		return echo(line)
	})
	s.send(call(0, "browser_close", `{}`)) // now the child is known to be up
	s.next()
	s.send(call(1, "browser_wait_for", `{"time":30}`))
	if got := s.next(); !strings.Contains(got, `"connector.deadline"`) || !strings.Contains(got, "(policy.toml:3)") {
		t.Errorf("got %s", got)
	}
	s.send(call(2, "browser_close", `{}`))
	if got := s.next(); !strings.HasSuffix(got, `"id":2}`) {
		t.Errorf("got %s", got)
	}
	s.hears(func(line string) bool {
		return strings.Contains(line, `"notifications/cancelled"`) && strings.Contains(line, `"requestId":1`)
	})
}

// A child that answers nothing, not even a ping, is replaced.
func TestHangingChildIsReplaced(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{Policy: limited(t)}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_close") {
			return echo(line)
		}
		return nil
	})
	s.send(call(0, "browser_close", `{}`)) // now the child is known to be up
	s.next()
	s.send(call(1, "browser_wait_for", `{"time":30}`))
	if got := s.next(); !strings.Contains(got, `"connector.deadline"`) {
		t.Errorf("got %s", got)
	}
	select {
	case err := <-s.ended:
		if !errors.Is(err, relay.ErrRestart) {
			t.Errorf("the session ended with %v, want ErrRestart", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("a child that hangs was not given up")
	}
}

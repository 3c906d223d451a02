package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// pingLimit is how long a child that let a call run over its deadline may take
// to show that it is alive.
const pingLimit = 5 * time.Second

// arm bounds how long the child may take to answer a call.
func (r *Relay) arm(x *Exchange) {
	if limit := r.config.Policy.Limits.Call; limit > 0 && x.Method == "tools/call" {
		x.timer = time.AfterFunc(limit, func() { r.overdue(x, limit) })
	}
}

// overdue answers a call whose time is up, tells the child that nobody waits for
// it any more, and has the child replaced when it does not even answer a ping.
func (r *Relay) overdue(x *Exchange, limit time.Duration) {
	if !r.flight.drop(x) {
		return // answered in this very moment
	}
	x.Outcome, x.Line = Deadline, r.config.Policy.Limits.CallLine
	x.Answer = ourError(x.ID, Deadline, fmt.Sprintf("%sthe call took longer than %v%s", refusedBy, limit, inLine(x.Line)),
		"what it began may still happen: look at the page before you repeat it")
	r.deliver(x)

	s, _ := r.current()
	if s == nil || !s.open() {
		return // the call never reached it; that it starts is bounded by startLimit
	}
	cancelled := Message{Method: "notifications/cancelled", Params: encode(struct {
		RequestID json.RawMessage `json:"requestId"`
		Reason    string          `json:"reason"`
	}{x.ID, "deadline"})}
	s.to.write(cancelled.Bytes())
	ctx, cancel := context.WithTimeout(r.config.context(), pingLimit)
	defer cancel()
	if _, err := s.call(ctx, "ping", nil); errors.Is(err, context.DeadlineExceeded) {
		r.config.log("the upstream hangs and is ended")
		s.end(ErrRestart)
	}
}

// inLine names the line of the policy that decides, where one does.
func inLine(line string) string {
	if line == "" {
		return ""
	}
	return " (" + line + ")"
}

package relay

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// agent is the agent surface. It makes every call of a tool itself, one after
// another in the order in which they came, and answers with what changed on the
// page. It stands next to the child, so that its answers pass every other stage.
//
// The upstream runs calls side by side; in one line, no call falls between
// another one and the look at what it did. A call that its client cancelled goes
// on in the upstream, and keeps its place until it is over or its time is up.
type agent struct {
	relay *Relay
	noAnswer

	mu   sync.Mutex
	last chan struct{} // closed when the last call in the line is over

	// What follows belongs to the call whose turn it is.
	child  *session       // that the rest was seen on
	seen   *snapshot.Page // as the client saw it last; nil before the first look
	hidden snapshot.Hidden
	raw    string // the same in the upstream's words
	errors int    // in the console, by then
	tabs   int    // that were open, by then
	refs   surface.Refs
	loop   surface.Loop

	blocked   string   // what the dialog says that is open
	downloads []string // that are complete, as the upstream told
	same      int      // snapshots in a row that showed the same page
	did    got   // what the last call gave
	cursor int64 // that the last look at the log ended with
}

func (s *agent) Request(x *Exchange) verdict {
	if x.Method != "tools/call" {
		return pass
	}
	var before, over chan struct{}
	var came time.Time
	x.timed = true
	x.enter = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		before, over = s.last, make(chan struct{})
		s.last = over
		came = time.Now()
	}
	x.wait = func(ctx context.Context) verdict {
		defer close(over)
		if before != nil {
			<-before
		}
		session := s.relay.live(x)
		if session == nil {
			return kept
		}
		// The call's own clock began when it came, and it is answered by then; that
		// is when the next call has its turn.
		if limit := s.relay.config.Policy.Limits.Call; limit > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, came.Add(limit))
			defer cancel()
		}
		made, err := s.act(ctx, session, x)
		if errors.Is(err, errOver) || errors.Is(err, context.DeadlineExceeded) {
			return kept
		}
		if err != nil {
			made = ourError(x.ID, Internal, "the call was given up: "+err.Error(), "start the connector again")
		}
		x.made = made
		return answered
	}
	return later
}

// live waits for a child that takes messages, for as long as somebody waits for
// the call.
func (r *Relay) live(x *Exchange) *session {
	r.Greet()
	for {
		s, changed := r.current()
		var ready, over <-chan struct{}
		if s != nil {
			ready, over = s.ready, s.over
		}
		select {
		case <-ready:
			if r.flight.has(x) {
				return s
			}
			return nil
		case <-over:
			return nil
		case <-changed:
		case <-r.stop:
			return nil
		}
	}
}

// act makes the call and says what it did.
func (s *agent) act(ctx context.Context, child *session, x *Exchange) (*Message, error) {
	if s.child != child { // another browser, with pages and refs of its own
		s.child, s.seen, s.raw, s.errors, s.tabs, s.refs, s.loop = child, nil, "", 0, 0, surface.Refs{}, surface.Loop{}
		s.blocked, s.downloads, s.same = "", nil, 0
	}
	if x.steps != nil {
		return s.batch(ctx, child, x)
	}
	if fault := s.unknownRef(x.arguments); fault != nil {
		return s.answer(x, *fault), nil
	}
	if x.Tool == "browser_snapshot" {
		return s.snapshot(ctx, child, x)
	}
	step := x.place != "" // then the batch looks at the page, and is what may be in vain
	if guarded(x) && !step && s.loop.Vain(x.Tool, x.arguments, s.raw) {
		return s.answer(x, s.vain()), nil
	}
	s.did = got{}
	out, err := s.perform(ctx, child, x)
	if err != nil {
		return nil, err
	}
	if s.did.failure != nil {
		return &Message{ID: x.ID, Error: s.did.failure}, nil
	}
	if switches(x) && !out.isError {
		s.seen = nil // the next look is one at another page
	}
	if changing(x.Tool) && !out.isError && !step {
		seen, err := s.observe(ctx, child, x, s.did)
		if err != nil {
			return nil, err
		}
		out.texts = append(out.texts, seen)
	}
	if guarded(x) && !step {
		s.loop.Made(x.Tool, x.arguments, s.raw)
	}
	return s.answer(x, out), nil
}

// perform makes the call of a tool, the upstream's or our own.
func (s *agent) perform(ctx context.Context, child *session, x *Exchange) (out told, err error) {
	if own := surface.Find(x.Tool); own != nil {
		return s.own(ctx, child, x, own)
	}
	if s.did, err = s.make(ctx, child, x); err != nil {
		return out, err
	}
	if s.did.isError {
		return s.failed(ctx, child, x, s.did), nil
	}
	return plainly(s.did), nil
}

// reading are the tools after which the page is as it was before.
var reading = map[string]bool{
	"browser_snapshot": true, "browser_find": true, "browser_take_screenshot": true,
	"browser_console_messages": true, "browser_network_requests": true, "browser_network_request": true,
	StorageState: true, "browser_close": true,
}

// changing reports whether the answer to a call says what changed on the page.
func changing(tool string) bool {
	if own := surface.Find(tool); own != nil {
		return own.Shows
	}
	return !reading[tool]
}

// guarded reports whether a call may be made in vain: who reads or waits may do so
// as often as it takes (SN-042).
func guarded(x *Exchange) bool {
	own := surface.Find(x.Tool)
	return changing(x.Tool) && (own == nil || !own.ReadOnly) && !asks(x) && x.Tool != "browser_wait_for" && x.Tool != "browser_evaluate"
}

// switches reports whether another page, or none, may be the current one after a
// call.
func switches(x *Exchange) bool {
	return x.Tool == "browser_close" || (x.Tool == "browser_tabs" || x.Tool == "browser_page") && !asks(x)
}

// asks reports whether a call of a tool that acts only asks how things are.
func asks(x *Exchange) bool {
	var given struct{ Action string }
	json.Unmarshal(x.arguments, &given)
	return given.Action == "list" || given.Action == "inspect"
}

// vain tells the caller that the same call did nothing twice (SN-043).
func (s *agent) vain() told {
	page := &snapshot.Page{}
	if s.seen != nil {
		page = s.seen
	}
	return failure("LOOP", "this call was made twice and the page, "+clip(page.Title)+" at "+clip(page.URL)+", is still the same; it was not made again",
		"try another element or another way, or stop and answer with what you have")
}

// unknownRef finds a target that is a ref which this session was never shown
// (CD-084): no call is made for it.
func (s *agent) unknownRef(arguments json.RawMessage) *told {
	var given struct{ Target, StartTarget, EndTarget string }
	json.Unmarshal(arguments, &given)
	for _, target := range []string{given.Target, given.StartTarget, given.EndTarget} {
		if !s.refs.Knows(target) {
			out := failure("BARE_REF", target+" is no ref that this session was shown", "take refs from browser_snapshot or browser_find; write css="+target+" for a tag of that name")
			return &out
		}
	}
	return nil
}

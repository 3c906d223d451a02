package relay

import (
	"context"
	"errors"
	"slices"
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
	child  *session            // that the rest was seen on
	seen   *snapshot.Page      // as the client saw it last; nil before the first look
	raw    string              // the same in the upstream's words
	errors map[string]consoled // by page
	tabs   int                 // that were open, by then
	refs   surface.Refs
	loop   surface.Loop

	blocked   string   // what the dialog says that is open, or that a file chooser is
	downloads []string // that are complete, as the upstream told
	same      int      // snapshots in a row that showed the same page
	did       got      // what the last call gave
	begun     bool     // a call was answered, so there is a page
	hangs     bool     // a page did not answer
	unseen    string   // why the last look showed nothing
	roams     bool     // the page was seen to go from address to address
	cursor    int64    // that the last look at the log ended with

	recording *recording // the trace that runs, or nil
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
		switch {
		case errors.Is(err, errHangs):
			made = s.answer(x, s.hanging())
		case err != nil:
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

// act makes the call, says what it did, and writes both down while a trace runs.
func (s *agent) act(ctx context.Context, child *session, x *Exchange) (*Message, error) {
	trace := s.recording
	if trace == nil || x.Tool == traceTool {
		return s.do(ctx, child, x)
	}
	action := trace.begins(x)
	s.did = got{}
	made, err := s.do(ctx, child, x)
	trace.ends(action, x, made, s.did)
	if err == nil && x.place == "" && s.recording == trace && !s.hangs { // of a batch, at its end, when the page was looked at
		s.collect(ctx, child)
	}
	return made, err
}

// do makes the call and says what it did.
func (s *agent) do(ctx context.Context, child *session, x *Exchange) (*Message, error) {
	if s.child != child { // another browser, with pages and refs of its own
		s.child, s.seen, s.raw, s.errors, s.tabs, s.refs, s.loop = child, nil, "", map[string]consoled{}, 0, surface.Refs{}, surface.Loop{}
		s.blocked, s.downloads, s.same, s.begun, s.hangs, s.roams = "", nil, 0, false, false, false
	}
	if x.steps != nil {
		return s.batch(ctx, child, x)
	}
	if fault := s.unknownRef(x.arguments); fault != nil {
		return s.answer(x, *fault), nil
	}
	cleared, err := s.hindered(ctx, child, x)
	if err != nil {
		return nil, err
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
	if s.did.tooLong() && changing(x.Tool) && x.Tool != "browser_evaluate" && x.Tool != runCode { // a title, say
		s.did.failure, out = nil, told{texts: []string{"done, and the answer of more than 4 MiB is left out"}}
	}
	if s.did.failure != nil {
		return &Message{ID: x.ID, Error: s.did.failure}, nil
	}
	if cleared && !out.isError {
		out.texts = append([]string{"the pages that did not answer were closed"}, out.texts...)
	}
	if switches(x) && !out.isError {
		s.seen = nil // the next look is one at another page
	}
	if changing(x.Tool) && !out.isError && !step {
		seen, err := s.observe(ctx, child, x, s.did)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out.texts, seen) { // an open dialog that was looked at
			out.texts = append(out.texts, seen)
		}
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
	if x.Tool == "browser_find" {
		return s.find(ctx, child, x)
	}
	if s.did, err = s.make(ctx, child, x); err != nil {
		return out, err
	}
	if s.did.isError {
		return s.failed(ctx, child, x, s.did), nil
	}
	return plainly(s.did), nil
}

package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// session is the relay's side of one child. A child that hangs is replaced, and
// the next one has a session of its own; the client's goes on.
type session struct {
	relay *Relay
	child Child
	to    *lineWriter
	calls calls

	ready   chan struct{} // closed when the client's messages may pass
	browser chan struct{} // closed when its calls may: the browser is the pinned one
	over    chan struct{} // closed when nothing more comes from the child
	once    sync.Once
	why     error // why it is over: nil when the child's output ended by itself
}

// hello is how a child is greeted. It is settled once, by the client's
// initialize or, for a client that asks for work without one, by the relay.
type hello struct {
	once     sync.Once
	settled  chan struct{}
	params   json.RawMessage
	expected json.RawMessage // the result that the child must give
}

func (h *hello) settle(params, expected json.RawMessage) {
	h.once.Do(func() {
		h.params, h.expected = bytes.Clone(params), bytes.Clone(expected)
		close(h.settled)
	})
}

// Greet lets the child be greeted although no client has asked for anything.
func (r *Relay) Greet() {
	select {
	case <-r.hello.settled: // as it is for every message but the first
	default:
		r.hello.settle(r.defaultHello())
	}
}

// Ready is closed when a child was found to answer as recorded, with the pinned
// browser at its side.
func (r *Relay) Ready() <-chan struct{} { return r.ready }

// ErrRestart says that the child has to be replaced: it hangs, or it ended in
// the middle of a call. The calls that were lost are answered.
var ErrRestart = errors.New("the upstream has to be started again")

// Pump carries what one child says until it is over, then answers what the child
// left unanswered. It returns nil when the child simply ended, ErrRestart when
// another one is wanted, and else the reason why the session cannot go on.
func (r *Relay) Pump(child Child) error {
	s := &session{
		relay:   r,
		child:   child,
		to:      &lineWriter{w: child.In},
		ready:   make(chan struct{}),
		browser: make(chan struct{}),
		over:    make(chan struct{}),
	}
	s.calls.prefix = ownPrefix()
	r.attach(s)
	go s.listen()
	go s.greet()
	go s.hangUp()
	<-s.over

	// First nothing more goes to this child, then what went there is given up: a
	// call that the client sends at the first answer waits for the next child.
	r.attach(nil)
	lost := r.flight.all()
	if s.why == nil && len(lost) > 0 && !r.ending() {
		s.why = ErrRestart
	}
	r.giveUp(lost, errors.Is(s.why, ErrRestart) && (child.Again == nil || child.Again()))
	return s.why
}

// end makes the session over, for a reason or for none.
func (s *session) end(why error) {
	s.once.Do(func() {
		s.why = why
		close(s.over)
	})
}

// listen reads the child's output to its end.
func (s *session) listen() {
	lines := newLineReader(s.child.Out)
	for {
		line, err := lines.next()
		switch {
		case err == nil:
			s.relay.fromChild(s, line)
		case errors.Is(err, errOversize):
			s.relay.oversizeFromChild(s, lines.tail)
		default:
			s.end(nil)
			return
		}
	}
}

// hangUp closes the child's input when the client has gone, everything that it said
// before has been passed on, and nothing of it is open any more.
func (s *session) hangUp() {
	select {
	case <-s.relay.left:
		s.child.In.Close()
	case <-s.over:
	}
}

// startLimit bounds how long the child may take to answer for the first time.
const startLimit = 60 * time.Second

// greet holds the child's own answers against the record, then opens the gates:
// for all that needs no browser, and once that is checked for calls.
func (s *session) greet() {
	r := s.relay
	err := s.expect("tools/list", nil, toolList(r.config.Record.Offered(r.config.Export)))
	if err == nil {
		select {
		case <-r.hello.settled:
			err = s.expect("initialize", r.hello.params, r.hello.expected)
		case <-s.over:
			return
		}
	}
	if err == nil {
		if s.to.write([]byte(`{"method":"notifications/initialized","jsonrpc":"2.0"}`)) != nil {
			err = errOver
		}
	}
	if err == nil {
		close(s.ready)
		err = s.checkBrowser()
	}
	switch {
	case err == nil:
		close(s.browser)
		r.readyOnce.Do(func() { close(r.ready) })
	case !errors.Is(err, errOver): // else the launch ends as the child ended
		s.end(err)
	}
}

// checkBrowser waits until the browser was found to be the pinned one.
func (s *session) checkBrowser() error {
	if s.child.Checked == nil {
		return nil
	}
	return s.child.Checked(s.relay.config.context())
}

// expect makes a call of our own whose result is known.
func (s *session) expect(method string, params, want json.RawMessage) error {
	ctx, cancel := context.WithTimeout(s.relay.config.context(), startLimit)
	defer cancel()
	got, err := s.call(ctx, method, params)
	switch {
	case errors.Is(err, errOver):
		return err
	case err != nil:
		return fmt.Errorf("the upstream did not answer %s: %w", method, err)
	case got.Result == nil || !bytes.Equal(got.Result, want):
		return fmt.Errorf("the upstream answered %s otherwise than its pinned version does; install it again with: connector-browser install", method)
	}
	return nil
}

// open reports whether the client's messages reach the child at once.
func (s *session) open() bool {
	select {
	case <-s.ready:
		return true
	default:
		return false
	}
}

package relay

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"connector-browser/strictjson"
)

// session is the relay's side of the child: what the relay asks of its own, and
// the gate that holds the client's messages until the child is known to be the
// one that was recorded.
type session struct {
	relay  *Relay
	prefix string // of our ids: not to be guessed, so that no id of the client's is one
	next   atomic.Int64

	mu      sync.Mutex
	waiting map[string]chan *Message // our own requests

	hello     sync.Once
	helloDone chan struct{}
	params    json.RawMessage // of initialize, for the child
	expected  json.RawMessage // the result that the child must give

	child Child
	to    *lineWriter
	ready chan struct{} // closed when the client's messages may pass
	over  chan struct{} // closed when the child's output has ended
}

func (s *session) init(r *Relay) {
	s.relay = r
	s.prefix = "connector-browser:" + rand.Text() + ":"
	s.waiting = map[string]chan *Message{}
	s.helloDone = make(chan struct{})
	s.ready = make(chan struct{})
	s.over = make(chan struct{})
}

// Pump carries what the child says until its output ends, then answers what it
// left unanswered. It returns nil when the child simply ended, and the reason
// when the session could not go on.
func (r *Relay) Pump(child Child) error {
	s := &r.session
	s.child, s.to = child, &lineWriter{w: child.In}
	go func() {
		defer close(s.over)
		lines := newLineReader(child.Out)
		for {
			line, err := lines.next()
			switch {
			case err == nil:
				r.fromChild(line)
			case errors.Is(err, errOversize):
				r.oversizeFromChild(lines.tail)
			default:
				return
			}
		}
	}()
	go s.greet()
	go func() { // the client's end is passed on once everything before it was
		select {
		case <-r.gone:
			child.In.Close()
		case <-s.over:
		}
	}()

	select {
	case <-s.over:
	case <-r.failed:
	}
	r.giveUp()
	select {
	case <-r.failed:
		return r.failure
	default:
		return nil
	}
}

// Abort ends a session whose child could not be started, and gives the reason
// back.
func (r *Relay) Abort(reason error) error {
	r.fail(reason)
	r.giveUp()
	return reason
}

// giveUp answers every request that the child left open: a client is never left
// waiting.
func (r *Relay) giveUp() {
	for _, x := range r.flight.all() {
		x.Outcome = Internal
		x.Answer = ourError(x.ID, Internal, "the browser process ended before it answered", "start the connector again; its standard error says why it ended")
		r.deliver(x)
	}
}

// begin settles how the child is greeted: by the client's initialize, or, where
// a client asks for work without one, as the upstream itself would be.
func (s *session) begin(params, expected json.RawMessage) {
	s.hello.Do(func() {
		s.params, s.expected = bytes.Clone(params), bytes.Clone(expected)
		close(s.helloDone)
	})
}

// greet holds the child's own answers against the record, then opens the gate.
func (s *session) greet() {
	r := s.relay
	ctx, cancel := context.WithTimeout(r.config.context(), startLimit)
	defer cancel()
	if err := s.expect(ctx, "tools/list", nil, toolList(r.config.Record.Offered(r.config.Export))); err != nil {
		r.fail(err)
		return
	}
	select {
	case <-s.helloDone:
	case <-s.over:
		return
	}
	ctx, cancel = context.WithTimeout(r.config.context(), startLimit)
	defer cancel()
	if err := s.expect(ctx, "initialize", s.params, s.expected); err != nil {
		r.fail(err)
		return
	}
	if check := s.child.Checked; check != nil {
		if err := check(ctx); err != nil {
			r.fail(err)
			return
		}
	}
	if err := s.to.write([]byte(`{"method":"notifications/initialized","jsonrpc":"2.0"}`)); err == nil {
		close(s.ready)
	}
}

// Greet lets the child be greeted although no client has asked for anything.
func (r *Relay) Greet() { r.session.begin(r.defaultHello()) }

// Ready is closed when the child was found to answer as recorded, with the
// pinned browser at its side.
func (r *Relay) Ready() <-chan struct{} { return r.session.ready }

// startLimit bounds how long the child may take to answer for the first time.
const startLimit = 60 * time.Second

// errOver is a child whose output ended.
var errOver = errors.New("the upstream ended")

// expect makes a call of our own whose result is known.
func (s *session) expect(ctx context.Context, method string, params, want json.RawMessage) error {
	got, err := s.call(ctx, method, params)
	switch {
	case errors.Is(err, errOver):
		return nil // the launch ends as the child ended
	case err != nil:
		return fmt.Errorf("the upstream did not answer %s: %w", method, err)
	case got.Result == nil || !bytes.Equal(got.Result, want):
		return fmt.Errorf("the upstream answered %s otherwise than its pinned version does; reinstall it with: connector-browser install", method)
	}
	return nil
}

// call asks the child something of the relay's own. The answer never reaches
// the client; it is the caller's to keep.
func (s *session) call(ctx context.Context, method string, params json.RawMessage) (*Message, error) {
	id := fmt.Sprintf("%s%d", s.prefix, s.next.Add(1))
	answer := make(chan *Message, 1)
	s.mu.Lock()
	s.waiting[id] = answer
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.waiting, id)
		s.mu.Unlock()
	}()
	ask := Message{ID: quote(id), Method: method, Params: params}
	if err := s.to.write(ask.Bytes()); err != nil {
		return nil, errOver
	}
	select {
	case m := <-answer:
		return m, nil
	case <-s.over:
		return nil, errOver
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// own takes an answer to a call of the relay's own, and reports whether it is.
func (s *session) own(m *Message) bool {
	id, err := strictjson.Unquote(m.ID)
	if err != nil || !strings.HasPrefix(id, s.prefix) {
		return false
	}
	s.mu.Lock()
	answer := s.waiting[id]
	delete(s.waiting, id)
	s.mu.Unlock()
	if answer != nil {
		answer <- m.clone()
	}
	return true
}

// send passes a line on to the child, once the gate is open. It waits with the
// client's input unread: that is the back-pressure.
func (s *session) send(line []byte) {
	s.relay.Greet()
	select {
	case <-s.ready:
		if err := s.to.write(line); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			return // its output ends too, and Pump answers for it
		}
	case <-s.relay.failed:
	case <-s.over:
	}
}

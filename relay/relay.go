package relay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"connector-browser/policy"
	"connector-browser/relay/withhold"
)

// Relay carries one client's session, over one child after another where a child
// has to be replaced.
type Relay struct {
	config  Config
	stages  []Stage
	in      *lineReader
	out     *lineWriter
	flight  flight
	observe *observe
	hello   hello

	tools    []Tool                     // that the child offers and we do not withhold
	declared map[string]json.RawMessage // their declarations, by name
	client   atomic.Value               // its name, a string
	revision atomic.Value               // that was agreed on, a string
	elicits  atomic.Bool                // the client puts questions to the person
	asks     calls                      // our own requests to the client

	mu      sync.Mutex
	session *session      // with the child of the moment, or nil
	changed chan struct{} // closed when another session takes its place

	ready     chan struct{}
	readyOnce sync.Once
	gone      chan struct{} // closed when the client's input has ended
	left      chan struct{} // closed when moreover nothing that it asked for is open
	stop      chan struct{} // closed when the session is to end
	stopOnce  sync.Once
}

// New makes a relay for a client that is read from in and answered on out.
func New(config Config, in io.Reader, out io.Writer) *Relay {
	r := &Relay{
		config:   config,
		in:       newLineReader(in),
		out:      &lineWriter{w: out},
		hello:    hello{settled: make(chan struct{})},
		declared: map[string]json.RawMessage{},
		changed:  make(chan struct{}),
		ready:    make(chan struct{}),
		gone:     make(chan struct{}),
		left:     make(chan struct{}),
		stop:     make(chan struct{}),
		asks:     calls{prefix: ownPrefix()},
	}
	r.tools = slices.DeleteFunc(slices.Clone(config.Record.Offered(config.Export)), func(t Tool) bool {
		return slices.Contains(withheldStorage, t.Name)
	})
	for _, t := range r.tools {
		r.declared[t.Name] = t.Raw
	}
	if config.Agent {
		r.agentDeclarations()
	}
	if r.config.Policy == nil {
		r.config.Policy = policy.Default(Names(r.tools))
	}
	if r.config.Withhold == nil {
		r.config.Withhold = withhold.New(nil)
	}
	r.observe = &observe{relay: r}
	r.stages = r.walk()
	return r
}

// Serve reads what the client says until its input ends, on a goroutine of its
// own, so that what the record can answer is answered while the child starts.
func (r *Relay) Serve() {
	go func() {
		defer close(r.left)
		defer r.linger()
		defer close(r.gone)
		for {
			line, err := r.in.next()
			switch {
			case err == nil:
				r.fromClient(line)
			case errors.Is(err, errOversize):
				r.deliver(&Exchange{Started: time.Now(), Outcome: Oversize, Answer: ourError(nil, Oversize,
					refusedBy+"a line of more than 4 MiB", "send less in one message; nothing of it reached the browser")})
			default:
				return
			}
		}
	}()
}

// Gone is closed when the client's input has ended and it waits for nothing any
// more; see linger.
func (r *Relay) Gone() <-chan struct{} { return r.left }

// Stop says that the child is about to be ended on purpose, so that its end is
// no reason for another one.
func (r *Relay) Stop() { r.stopOnce.Do(func() { close(r.stop) }) }

// untraced ends the session because its trace cannot be written.
func (r *Relay) untraced(err error) {
	why := fmt.Errorf("the trace cannot be written, so the session ends: %w", err)
	if s, _ := r.current(); s != nil {
		s.end(why)
		return
	}
	r.config.log("%v", why)
	r.Stop()
}

// Stopped is closed when the session is to end: by Stop, or because the client
// does not read any more.
func (r *Relay) Stopped() <-chan struct{} { return r.stop }

// ending reports whether the child's end is what somebody wanted.
func (r *Relay) ending() bool {
	select {
	case <-r.stop:
		return true
	case <-r.gone:
		return true
	default:
		return false
	}
}

// Abort ends a session whose child could not be started, and gives the reason
// back.
func (r *Relay) Abort(reason error) error {
	r.Stop()
	r.giveUp(r.flight.all(), false)
	return reason
}

// giveUp answers the requests that the child left open: a client is never left
// waiting.
func (r *Relay) giveUp(lost []*Exchange, restarts bool) {
	for _, x := range lost {
		if restarts {
			x.Outcome = Restarted
			x.Answer = ourError(x.ID, Restarted, "the browser ended before it answered, and is started again",
				"the open pages and what was typed into them are lost, the stored login is not; navigate again")
		} else {
			x.Outcome = Internal
			x.Answer = ourError(x.ID, Internal, "the browser ended before it answered, and this launch ends with it", "start the connector again; its standard error says why it ended")
		}
		r.deliver(x)
	}
}

// attach makes s the session of the moment.
func (r *Relay) attach(s *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.session = s
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *Relay) current() (*session, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.session, r.changed
}

// send passes a line on to the child once its gate is open. Until then the
// client's input stays unread: that is the back-pressure. A line that no child
// takes any more is dropped, its request is answered by giveUp; so is a request
// that nobody waits for any more by then.
func (r *Relay) send(line []byte, browser bool, wanted func() bool) {
	r.Greet()
	for {
		s, changed := r.current()
		if s == nil {
			select {
			case <-changed:
				continue
			case <-r.stop:
				return
			}
		}
		gate := s.ready
		if browser {
			gate = s.browser
		}
		select {
		case <-gate:
			if !wanted() {
				return
			}
			s.to.write(line) // where this fails the child's output ends as well
			return
		case <-s.over:
			return
		case <-r.stop:
			return
		}
	}
}

package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"connector-browser/strictjson"
)

// Relay carries one session between a client and a child.
type Relay struct {
	config Config
	stages []Stage
	in     *lineReader
	out    *lineWriter
	flight flight

	session  session                    // with the child: see session.go
	tools    []Tool                     // that the child offers and we do not withhold
	declared map[string]json.RawMessage // their declarations, by name
	client   atomic.Value               // its name, a string
	revision atomic.Value               // that was agreed on, a string

	gone     chan struct{} // closed when the client's input has ended
	failOnce sync.Once
	failed   chan struct{}
	failure  error
}

// New makes a relay for a client that is read from in and answered on out.
func New(config Config, in io.Reader, out io.Writer) *Relay {
	r := &Relay{
		config: config,
		in:     newLineReader(in),
		out:    &lineWriter{w: out},
		gone:   make(chan struct{}),
		failed: make(chan struct{}),
	}
	r.session.init(r)
	r.tools = slices.DeleteFunc(slices.Clone(config.Record.Offered(config.Export)), func(t Tool) bool {
		return slices.Contains(withheldStorage, t.Name)
	})
	r.declared = map[string]json.RawMessage{}
	for _, t := range r.tools {
		r.declared[t.Name] = t.Raw
	}
	r.stages = r.walk()
	return r
}

// Serve reads what the client says until its input ends, on a goroutine of its
// own, so that what the record can answer is answered while the child starts.
func (r *Relay) Serve() {
	go func() {
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

// Gone is closed when the client's input has ended.
func (r *Relay) Gone() <-chan struct{} { return r.gone }

// fail ends the session for a reason: Pump returns it.
func (r *Relay) fail(err error) {
	r.failOnce.Do(func() {
		r.failure = err
		close(r.failed)
	})
}

// fromClient takes one line of the client's down the walk.
func (r *Relay) fromClient(line []byte) {
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	m, err := decodeClient(line)
	if err != nil {
		code := codeInvalidRequest
		if errors.Is(err, errNotJSON) {
			code = codeParse
		}
		r.deliver(&Exchange{Started: time.Now(), Sent: len(line), Outcome: "invalid", Answer: protocolError(nil, code, err.Error())})
		return
	}
	x, problem := newExchange(m, time.Now())
	if problem != nil {
		if x.Answer = problem; m.ID != nil {
			x.Outcome = "invalid"
			r.deliver(x)
		}
		return
	}
	r.down(x, 0)
}

// down takes an exchange through the request sides from stage i on.
func (r *Relay) down(x *Exchange, i int) {
	for ; i < len(r.stages); i++ {
		x.reached = i
		switch r.stages[i].Request(x) {
		case pass:
		case dropped:
			return
		case answered:
			r.up(x, i)
			return
		case later:
			x.keep()
			go r.resume(x, i)
			return
		}
	}
	r.toChild(x)
}

// resume goes on with an exchange that a stage made wait.
func (r *Relay) resume(x *Exchange, i int) {
	switch x.wait(r.config.context()) {
	case answered:
		r.up(x, i)
	case pass:
		r.down(x, i+1)
	}
}

// toChild sends a message that passed every stage, and remembers a request.
func (r *Relay) toChild(x *Exchange) {
	m := x.Message
	x.Message = nil // from here on the exchange belongs to who answers it
	if m.IsRequest() && !r.flight.add(x) {
		x.Answer = protocolError(x.ID, codeInvalidRequest, "a request with this id is in flight")
		r.up(x, len(r.stages))
		return
	}
	if x.Method == "notifications/cancelled" {
		r.forget(m.Params)
	}
	r.session.send(m.Bytes())
}

// forget drops a request that the client cancelled: the child may go on with it
// (see docs/upstream.md), but no answer is awaited.
func (r *Relay) forget(params json.RawMessage) {
	members, err := strictjson.Outline(params)
	if err != nil {
		return
	}
	for _, m := range members {
		if m.Name != "requestId" {
			continue
		}
		if x := r.flight.take(m.Value); x != nil {
			x.Outcome = "cancelled"
			r.deliver(x) // without an answer: for the trace alone
		}
	}
}

// up takes what goes to the client through the answer sides, from the stage
// above the one at depth i on.
func (r *Relay) up(x *Exchange, i int) {
	for i--; i >= 0; i-- {
		r.stages[i].Answer(x)
	}
	if x.Answer == nil || x.Message != nil && x.ID == nil && x.Method != "" {
		return // a notification is never answered (JSON-RPC 2.0 section 4.1)
	}
	r.write(x.Answer)
}

// deliver takes an answer of the relay's own through the stages that guard what
// leaves.
func (r *Relay) deliver(x *Exchange) { r.up(x, len(r.stages)) }

func (r *Relay) write(m *Message) {
	if err := r.out.write(m.Bytes()); err != nil {
		r.fail(ErrClientGone)
	}
}

// ErrClientGone is a client that no longer reads. It ends the session.
var ErrClientGone = errors.New("the client closed its end")

// fromChild takes one line of the child's up the walk.
func (r *Relay) fromChild(line []byte) {
	m, err := decodeChild(line)
	if err != nil {
		r.config.log("the upstream wrote a line that is %v; it was dropped", err)
		return
	}
	if !m.IsAnswer() {
		r.deliver(&Exchange{Started: time.Now(), Method: m.Method, Answer: m})
		return
	}
	if r.session.own(m) {
		return
	}
	if x := r.flight.take(m.ID); x != nil { // else cancelled, or never asked
		x.Answer = m
		r.deliver(x)
	}
}

// idAtEnd finds the id in the tail of a line of the child's, whose serializer
// writes it last.
var idAtEnd = regexp.MustCompile(`"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?[0-9]+)\}\r?\n$`)

// oversizeFromChild answers in the place of an answer that was too long.
func (r *Relay) oversizeFromChild(tail []byte) {
	found := idAtEnd.FindSubmatch(tail)
	if found == nil {
		r.config.log("the upstream wrote a line of more than 4 MiB; it was dropped")
		return
	}
	if x := r.flight.take(bytes.Clone(found[1])); x != nil {
		x.Outcome = Oversize
		x.Answer = ourError(x.ID, Oversize, withheldBy+"an answer of more than 4 MiB", "ask for less: a part of the page, or a file")
		r.deliver(x)
	}
}

// context is the one that everything which waits for someone hangs on.
func (c *Config) context() context.Context {
	if c.Context == nil {
		return context.Background()
	}
	return c.Context
}

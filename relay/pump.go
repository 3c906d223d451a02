package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"time"

	"connector-browser/strictjson"
)

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
	if m.IsAnswer() && r.asks.take(m) {
		return
	}
	x, problem := newExchange(m, time.Now())
	if problem != nil {
		if m.ID != nil {
			x.Outcome, x.Answer = "invalid", problem
			r.deliver(x)
		}
		return
	}
	r.down(x, 0)
}

// down takes an exchange through the request sides from stage i on.
func (r *Relay) down(x *Exchange, i int) {
	for ; i < len(r.stages); i++ {
		switch r.stages[i].Request(x) {
		case pass:
		case dropped:
			return
		case answered:
			r.up(x, i+1)
			return
		case later:
			x.keep()
			arm := func(*Exchange) {}
			if x.timed {
				arm = r.arm
			}
			if !r.flight.add(x, arm) { // in flight, so that it can be cancelled
				r.dropTwin(x)
				return
			}
			if x.enter != nil {
				x.enter()
			}
			go r.resume(x, i)
			return
		}
	}
	r.toChild(x)
}

// resume goes on with an exchange that a stage made wait.
func (r *Relay) resume(x *Exchange, i int) {
	v := x.wait(r.config.context())
	if v == kept || !r.flight.drop(x) {
		return // cancelled, or answered for the child that ended
	}
	x.disarm()
	v = x.settled(v)
	if x.made != nil {
		x.Answer = x.made
	}
	switch v {
	case answered:
		r.up(x, i+1)
	case pass:
		r.down(x, i+1)
	}
}

// toChild sends a message that passed every stage, and remembers a request.
func (r *Relay) toChild(x *Exchange) {
	m := x.Message
	x.Message = nil // from here on the exchange belongs to who answers it
	if m.IsRequest() && !r.flight.add(x, r.arm) {
		r.dropTwin(x)
		return
	}
	if x.Method == "notifications/cancelled" {
		r.forget(m.Params)
	}
	r.send(m.Bytes(), x.Method == "tools/call", func() bool { return !m.IsRequest() || r.flight.has(x) })
}

// dropTwin drops a request whose id is that of another one in flight, which MCP
// forbids. An error under this id would be taken for the answer to the other one.
func (r *Relay) dropTwin(x *Exchange) {
	r.config.log("the client sent a request with the id %.40s, which another one has that is not answered yet; it was dropped", x.ID)
	x.Outcome, x.Answer = "invalid", nil
	r.deliver(x) // without an answer: for the trace alone
}

// forget drops a request that the client cancelled: the child may go on with it
// (see docs/upstream.md), but no answer is awaited.
func (r *Relay) forget(params json.RawMessage) {
	if x := r.flight.take(requestID(params)); x != nil {
		close(x.cancelled)
		x.Outcome = "cancelled"
		r.deliver(x) // without an answer: for the trace alone
	}
}

// requestID is the id of the request that is cancelled, or nothing.
func requestID(params json.RawMessage) json.RawMessage {
	members, err := strictjson.Outline(params)
	if err != nil {
		return nil
	}
	for _, m := range members {
		if m.Name == "requestId" {
			return m.Value
		}
	}
	return nil
}

// up takes what goes to the client through the answer sides of the first n stages,
// innermost first.
func (r *Relay) up(x *Exchange, n int) {
	for i := n - 1; i >= 0; i-- {
		r.stages[i].Answer(x)
	}
	if x.Answer == nil || x.Message != nil && x.ID == nil && x.Method != "" {
		return // a notification is never answered (JSON-RPC 2.0 section 4.1)
	}
	if err := r.out.write(x.Answer.Bytes()); err != nil {
		r.Stop() // nobody reads any more
	}
}

// deliver takes what goes to the client through every stage.
func (r *Relay) deliver(x *Exchange) { r.up(x, len(r.stages)) }

// fromChild takes one line of the child's up the walk.
func (r *Relay) fromChild(s *session, line []byte) {
	m, err := decodeChild(line)
	switch {
	case err != nil:
		r.config.log("the upstream wrote a line that is %v; it was dropped", err)
	case m.IsRequest():
		// The pinned upstream asks a client for nothing but roots, which it is
		// told that no client has. Whoever asks here is code that runs inside,
		// and would have the person or the client's model answer to it.
		r.config.log("the upstream asked the client for %.40q, which its pinned version never does; it was dropped", m.Method)
	case !m.IsAnswer():
		r.deliver(&Exchange{Started: time.Now(), Method: m.Method, Answer: m})
	case s.calls.take(m):
	default:
		if x := r.flight.take(m.ID); x != nil { // else cancelled, or never asked
			x.Answer = m
			r.deliver(x)
		}
	}
}

// idAtEnd finds the id in the tail of a line of the child's, whose serializer
// writes it last.
var idAtEnd = regexp.MustCompile(`"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?[0-9]+)\}\r?\n$`)

// oversizeFromChild answers in the place of an answer that was too long.
func (r *Relay) oversizeFromChild(s *session, tail []byte) {
	found := idAtEnd.FindSubmatch(tail)
	if found == nil {
		r.config.log("the upstream wrote a line of more than 4 MiB; it was dropped")
		return
	}
	id := bytes.Clone(found[1])
	tooLong := ourError(id, Oversize, withheldBy+"an answer of more than 4 MiB", "ask for less: a part of the page, or a file")
	if s.calls.take(tooLong) {
		return
	}
	if x := r.flight.take(id); x != nil {
		x.Outcome = Oversize
		x.Answer = tooLong
		r.deliver(x)
	}
}

package relay

import (
	"context"
	"encoding/json"
	"errors"
)

// errCancelled is a call that its client no longer waits for.
var errCancelled = errors.New("the call was cancelled")

// ask puts a request of the relay's own to the client, in the middle of the
// call x, and waits for the answer. It ends when the client cancels the call or
// the session is over.
func (r *Relay) ask(ctx context.Context, x *Exchange, method string, params json.RawMessage) (*Message, error) {
	id, answer := r.asks.open()
	defer r.asks.close(id)
	question := &Exchange{Method: method, Started: x.Started, Answer: &Message{ID: quote(id), Method: method, Params: params}}
	r.deliver(question) // withheld and traced like anything that leaves
	select {
	case m := <-answer:
		if m.Result == nil {
			return nil, errors.New("the client could not put the question")
		}
		return m, nil
	case <-x.cancelled:
		return nil, errCancelled
	case <-r.gone:
		return nil, errors.New("the client closed its end")
	case <-r.stop:
		return nil, errors.New("the session ends")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

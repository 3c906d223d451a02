package relay

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"connector-browser/strictjson"
)

// calls are the relay's own requests to a child. Their ids carry a prefix that
// nobody can guess, so none of the client's is taken for one of them and no
// answer to them reaches the client.
type calls struct {
	prefix string

	mu      sync.Mutex
	next    int
	waiting map[string]chan *Message
}

func ownPrefix() string { return "connector-browser:" + rand.Text() + ":" }

// errOver is a child from which nothing more comes.
var errOver = errors.New("the upstream ended")

// call asks the child something of the relay's own. The answer is the caller's
// to keep.
func (s *session) call(ctx context.Context, method string, params json.RawMessage) (*Message, error) {
	id, answer := s.calls.open()
	defer s.calls.close(id)
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

func (c *calls) open() (id string, answer chan *Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.waiting = map[string]chan *Message{}
	}
	c.next++
	id, answer = fmt.Sprintf("%s%d", c.prefix, c.next), make(chan *Message, 1)
	c.waiting[id] = answer
	return id, answer
}

func (c *calls) close(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
}

// take hands an answer to whoever waits for it, and reports whether it is one
// of the relay's own.
func (c *calls) take(m *Message) bool {
	id, err := strictjson.Unquote(m.ID)
	if err != nil || !strings.HasPrefix(id, c.prefix) {
		return false
	}
	c.mu.Lock()
	answer := c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	if answer != nil {
		answer <- m.clone()
	}
	return true
}

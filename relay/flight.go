package relay

import (
	"encoding/json"
	"sync"
)

// flight holds the requests of the client that the child has not answered.
type flight struct {
	mu       sync.Mutex
	requests map[string]*Exchange
}

// add reports false where the id is in flight already. It starts the clock
// before anybody can answer the exchange.
func (f *flight) add(x *Exchange, arm func(*Exchange)) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.requests == nil {
		f.requests = map[string]*Exchange{}
	}
	key := idKey(x.ID)
	if f.requests[key] != nil {
		return false
	}
	arm(x)
	f.requests[key] = x
	return true
}

// has reports whether this very exchange is open.
func (f *flight) has(x *Exchange) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.requests[idKey(x.ID)] == x
}

// saves reports whether the request with this id is a save of the login state
// that the child was given.
func (f *flight) saves(id json.RawMessage) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	x := f.requests[idKey(id)]
	return x != nil && x.saved != ""
}

// drop removes this very exchange, and reports whether it was still open.
func (f *flight) drop(x *Exchange) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := idKey(x.ID)
	if f.requests[key] != x {
		return false
	}
	delete(f.requests, key)
	return true
}

// take removes the request with this id and gives it, or nil.
func (f *flight) take(id json.RawMessage) *Exchange {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := idKey(id)
	x := f.requests[key]
	delete(f.requests, key)
	x.disarm()
	return x
}

// all removes every request and gives them.
func (f *flight) all() []*Exchange {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []*Exchange
	for _, x := range f.requests {
		x.disarm()
		out = append(out, x)
	}
	f.requests = nil
	return out
}

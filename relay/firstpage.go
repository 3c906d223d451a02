package relay

import (
	"context"
	"sync"
)

// firstPage holds calls of tools back until the first one has made a page. The
// upstream opens a tab for each call that finds none, so that calls which are sent
// together would each get one of their own. What waits goes on as it came and in
// the order in which it came.
type firstPage struct {
	relay *Relay

	mu     sync.Mutex
	child  *session        // that the rest is about
	isOpen bool            // a page is there
	ahead  *Exchange       // the call that is to make one
	line   []chan struct{} // closed when it is the turn of the call that waits
	moving bool            // a call that waited is being sent
}

func (s *firstPage) Request(x *Exchange) verdict {
	if x.Method != "tools/call" {
		return pass
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ahead == nil && !s.moving && len(s.line) == 0 {
		s.goes(x)
		return pass
	}
	x.timed = true
	turn := make(chan struct{})
	x.enter = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.line = append(s.line, turn)
		s.next()
	}
	x.wait = func(ctx context.Context) verdict { return s.await(ctx, x, turn) }
	return later
}

// goes puts a call ahead of all others where there is no page yet. s.mu is held.
func (s *firstPage) goes(x *Exchange) {
	if child, _ := s.relay.current(); child != s.child {
		s.child, s.isOpen = child, false
	}
	if !s.isOpen {
		s.ahead = x
	}
}

// await waits for the call's turn and sends it, so that the next one is sent after it.
func (s *firstPage) await(ctx context.Context, x *Exchange, turn chan struct{}) verdict {
	select {
	case <-turn:
	case <-s.relay.stop:
		return kept
	case <-ctx.Done():
		return kept
	}
	if s.relay.flight.drop(x) { // else it was cancelled, or its time was up
		x.disarm()
		s.mu.Lock()
		s.goes(x)
		s.mu.Unlock()
		s.relay.toChild(x)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moving = false
	s.next()
	return kept
}

// next gives the next call its turn, unless one is still ahead. s.mu is held.
func (s *firstPage) next() {
	if s.ahead == nil && !s.moving && len(s.line) > 0 {
		s.moving = true
		close(s.line[0])
		s.line = s.line[1:]
	}
}

// Answer sees the end of every call, of one that was cancelled or given up too.
func (s *firstPage) Answer(x *Exchange) {
	if x.Method != "tools/call" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch made := x.Answer != nil && x.Answer.Result != nil && !isError(x.Answer); {
	case x.Tool == "browser_close" || x.Tool == "browser_tabs": // there may be none any more
		s.isOpen = false
	case made && x == s.ahead: // the call may have come before its child
		s.child, _ = s.relay.current()
		s.isOpen = true
	}
	if x == s.ahead {
		s.ahead = nil
		s.next()
	}
}

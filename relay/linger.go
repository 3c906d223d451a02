package relay

import "time"

// lingerLimit bounds how long the calls that a client left open are waited for.
// A call's own deadline may end it before.
const lingerLimit = 30 * time.Second

// linger waits, when the client's input has ended, until what it asked for is
// answered: whoever pipes a file of requests in wants the answers. It ends at once
// when the session is to end, by a signal for one, or when nobody reads any more,
// so no launch is held open by a client that is gone.
func (r *Relay) linger() {
	limit := time.NewTimer(lingerLimit)
	defer limit.Stop()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for r.flight.open() && !r.deaf() {
		select {
		case <-limit.C:
			return
		case <-r.stop:
			return
		case <-r.config.context().Done():
			return
		case <-look.C:
		}
	}
}

// deaf reports whether the client is known to read nothing more.
func (r *Relay) deaf() bool { return r.config.Deaf != nil && r.config.Deaf() }

// over reports whether the session is about to end, so that nothing more is to be
// begun: it was stopped, or the client is gone and nothing is waited for.
func (r *Relay) over() bool {
	select {
	case <-r.stop:
		return true
	case <-r.left:
		return true
	default:
	}
	select {
	case <-r.gone:
		return r.deaf()
	default:
		return false
	}
}

// open reports whether any request is unanswered.
func (f *flight) open() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.requests) > 0
}

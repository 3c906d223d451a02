package launcher

import (
	"context"
	"syscall"
	"time"

	"connector-browser/launcher/sandbox"
	"connector-browser/relay"
)

// The steps of the teardown (CB-080): the child's input is closed, then it is
// told to end, then it is ended.
const (
	graceAfterClose = 3 * time.Second
	graceAfterTerm  = 2 * time.Second

	// A child that is still starting sees the end of its input when it is up.
	graceAtStart = 15 * time.Second
)

// watch ends the child when somebody wants it ended: the client by closing one
// of its two ends, the person by a signal. Each is first told to the child, and
// then made sure of.
func (l *Launch) watch(ctx context.Context, r *relay.Relay, child *sandbox.Child, ended <-chan struct{}) {
	var escalate <-chan time.Time // running since somebody first wanted the end
	gone, stopped, stop := r.Gone(), r.Stopped(), ctx.Done()
	for last := syscall.Signal(0); ; {
		select {
		case <-ended:
			return
		case <-gone: // the relay closes the child's input
			gone = nil
		case <-stopped: // by the client that reads no more, or by what follows
			// The upstream outlives a hang-up while its input is open.
			child.Stdin.Close()
			stopped = nil
		case s := <-l.Signals:
			r.Stop()
			child.Signal(s)
		case <-stop:
			r.Stop()
			child.Signal(syscall.SIGTERM)
			stop, last, escalate = nil, syscall.SIGTERM, time.After(graceAfterTerm)
		case <-escalate:
			if last == syscall.SIGTERM {
				child.Kill()
				return
			}
			child.Signal(syscall.SIGTERM)
			last, escalate = syscall.SIGTERM, time.After(graceAfterTerm)
		}
		if escalate == nil {
			escalate = time.After(grace(r)) // however often it is asked for after that
		}
	}
}

func grace(r *relay.Relay) time.Duration {
	select {
	case <-r.Ready():
		return graceAfterClose
	default:
		return graceAtStart
	}
}

package launcher

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
	"connector-browser/relay"
)

// A child that hangs or ends in the middle of a call is replaced, but not for
// ever.
const (
	maxRestarts   = 3
	restartWindow = time.Minute
)

// lastWords bounds how long the end of a launch waits for the child's standard
// error to be passed on.
const lastWords = time.Second

// serve starts one child after another, as long as the relay asks for another
// one, and gives how the last one ended.
func (l *Launch) serve(ctx context.Context, r *relay.Relay, p *parts) (sandbox.Exit, error) {
	var restarts restarts
	for {
		exit, err := l.child(ctx, r, p, func() bool { return l.window == nil && restarts.again() })
		if !errors.Is(err, relay.ErrRestart) {
			return exit, err
		}
		if l.window != nil {
			return exit, r.Abort(errWindowLost) // another window would not be the one that somebody logs in at
		}
		if restarts.tooMany {
			return exit, r.Abort(fmt.Errorf("the upstream had to be started again more than %d times in a minute, so this launch ends", maxRestarts))
		}
		l.Say("the upstream is started again")
	}
}

// restarts are those of one launch.
type restarts struct {
	at      []time.Time
	tooMany bool
}

// again counts one more, and tells whether it may be.
func (s *restarts) again() bool {
	s.at = append(s.at, time.Now())
	n := len(s.at) - maxRestarts - 1
	s.tooMany = n >= 0 && time.Since(s.at[n]) < restartWindow
	return !s.tooMany
}

// child starts the pinned build in the walls and relays until it ends. The build
// is verified while the walls are built, and runs only then; meanwhile the relay
// already answers what the record knows.
func (l *Launch) child(ctx context.Context, r *relay.Relay, p *parts, again func() bool) (sandbox.Exit, error) {
	build, err := l.open(ctx, p)
	if err != nil {
		return sandbox.Exit{}, r.Abort(err)
	}
	if err := p.directory.fill(p.login.State); err != nil {
		return sandbox.Exit{}, r.Abort(err)
	}
	table := arguments
	if p.agent() {
		table = agentArguments
	}
	walls := sandbox.Walls{
		Dir:      p.directory.path,
		ReadOnly: slices.Concat(build.ReadOnly, p.policy.Files.Read),
		Program:  build.Node,
		Args:     table(build, p.directory, p.login.Export),
		Env:      environment(build, p.directory),
		Cwd:      p.directory.out(),
		Approve:  func() error { return build.Checked(ctx) },
	}
	if l.window != nil {
		if err := l.window.open(&walls, build, p.directory); err != nil {
			return sandbox.Exit{}, r.Abort(err)
		}
	}
	child, err := sandbox.Start(walls)
	if err != nil {
		return sandbox.Exit{}, r.Abort(err)
	}
	defer child.Close()
	defer p.door.serve(ctx, child)()

	ended := make(chan struct{})
	go l.watch(ctx, r, child, ended)
	go l.guardDisk(r, child, p.directory, ended)
	said := make(chan struct{})
	go func() {
		defer close(said)
		to := p.withhold.Writer(l.Err) // CB-114
		io.Copy(to, child.Stderr)
		to.Close()
	}()

	problem := r.Pump(relay.Child{In: child.Stdin, Out: child.Stdout, Checked: build.BrowserChecked, Again: again})
	if problem != nil {
		child.Kill()
	}
	exit, err := child.Wait()
	close(ended)
	select {
	case <-said: // what it said last is the most telling
	case <-time.After(lastWords): // nobody reads our standard error
	}
	if problem != nil {
		return exit, problem
	}
	return exit, err
}

// open finds the pinned build and begins to verify it.
func (l *Launch) open(ctx context.Context, p *parts) (*pins.Build, error) {
	lock, err := pins.ParseLock(l.Lock)
	if err != nil {
		return nil, err
	}
	return pins.Open(ctx, lock, l.Platform, cmp.Or(l.Bin, p.connector.Bin()))
}

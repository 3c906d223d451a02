package launcher

import (
	"context"
	"errors"
	"io"
	"os"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
	"connector-browser/relay"
	"connector-browser/secrets"
)

// Launch is what one launch is made from.
type Launch struct {
	Conf     string // the configuration directory
	Lock     []byte // binaries.lock.json
	Record   []byte // what the pinned upstream answers, see relay.ParseRecord
	Platform pins.Platform
	Bin      string // where the pinned build lies, "" for the connector's own directory

	In      io.Reader        // from the client
	Out     io.Writer        // to the client
	Err     io.Writer        // what the child writes on its standard error
	Say     func(string)     // one sentence for the person
	Signals <-chan os.Signal // passed on to the child (CB-074)

	diskFloor uint64             // bytes that have to stay free on the disk; 0 is the default
	ready     func(*relay.Relay) // told when the child is up, for Status
	window    *window            // of a login by hand, or nil
}

// Run makes the launch and returns how the child ended. An error is one
// sentence: what stopped the launch, and what to do.
func (l *Launch) Run(ctx context.Context) (sandbox.Exit, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	record, err := relay.ParseRecord(l.Record)
	if err != nil {
		return sandbox.Exit{}, err
	}
	connector, login, err := l.login(ctx)
	if l.window != nil {
		login, err = l.window.login(login, err)
	}
	if errors.Is(err, secrets.ErrUnauthorized) {
		return l.park(relay.Config{Context: ctx, Record: record, Log: l.Say, Parked: true})
	}
	if err != nil {
		return sandbox.Exit{}, err
	}
	p, err := l.prepare(ctx, record, connector, login)
	if err != nil {
		return sandbox.Exit{}, err
	}
	defer l.clean(p)

	r := relay.New(l.config(ctx, record, p), l.In, l.Out)
	p.door.observe = r.Observe
	r.Serve()
	if l.ready != nil {
		go l.tellReady(ctx, r)
	}
	exit, err := l.serve(ctx, r, p)
	return exit, errors.Join(err, r.FinishTrace(), p.trace.Close(ending(exit, err)))
}

// park serves a client that has no login state yet: nothing is started
// (CB-055).
func (l *Launch) park(config relay.Config) (sandbox.Exit, error) {
	l.Say("no login state is stored, so no tool is offered; run: connector-browser auth")
	r := relay.New(config, l.In, l.Out)
	r.Serve()
	if l.ready != nil {
		l.ready(r)
	}
	select {
	case <-r.Gone():
	case <-l.Signals:
	case <-config.Context.Done():
	}
	return sandbox.Exit{}, nil
}

// tellReady waits for the child although no client has asked for anything.
func (l *Launch) tellReady(ctx context.Context, r *relay.Relay) {
	r.Greet()
	select {
	case <-r.Ready():
		l.ready(r)
	case <-ctx.Done():
	}
}

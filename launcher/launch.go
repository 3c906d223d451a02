package launcher

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
	"connector-browser/secrets"
)

// Launch is what one launch is made from.
type Launch struct {
	Conf     string // the configuration directory
	Lock     []byte // binaries.lock.json
	Record   []byte // what the pinned upstream answers, see relay.ParseRecord
	Platform pins.Platform

	In      io.Reader        // from the client
	Out     io.Writer        // to the client
	Err     io.Writer        // what the child writes on its standard error
	Say     func(string)     // one sentence for the person
	Signals <-chan os.Signal // passed on to the child (CB-074)

	ready func(*relay.Relay) // told when the child is up, for Status
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
	config := relay.Config{Context: ctx, Record: record, Log: l.Say}

	connector, login, err := l.login(ctx)
	if errors.Is(err, secrets.ErrUnauthorized) {
		config.Parked = true
		return l.park(config)
	}
	if err != nil {
		return sandbox.Exit{}, err
	}
	config.Export = login.Export
	if config.Policy, err = policy.Load(connector.Path(), relay.Names(record.Tools)); err != nil {
		return sandbox.Exit{}, err
	}

	config.Withhold = withheld(login.State)

	d, err := l.directory(ctx, connector)
	if err != nil {
		return sandbox.Exit{}, err
	}
	defer func() {
		if err := d.remove(); err != nil {
			l.Say("the launch directory could not be removed: " + err.Error())
		}
	}()

	way := &door{rules: config.Policy.Network}
	config.Door = way
	config.Uploads = &uploads{d, config.Policy.Files}
	if config.Export {
		config.Saver = &saver{d, connector, l.Say}
	}

	r := relay.New(config, l.In, l.Out)
	way.observe = r.Observe
	r.Serve()
	if l.ready != nil {
		go func() {
			r.Greet()
			select {
			case <-r.Ready():
				l.ready(r)
			case <-ctx.Done():
			}
		}()
	}
	exit, err := l.serve(ctx, r, &parts{connector: connector, login: login, policy: config.Policy, directory: d, door: way, secrets: config.Withhold})
	if folder := config.Policy.Files.Keep; folder != "" {
		kept, problem := keep(d.root, folder)
		if problem != nil {
			l.Say(fmt.Sprintf("not every file of the session could be kept: %v", problem))
		}
		l.Say(fmt.Sprintf("%d files of the session are in %s", kept, folder))
	}
	return exit, err
}

// parts are the things of one launch that every child of it is made from.
type parts struct {
	connector *secrets.Dir
	login     secrets.Login
	policy    *policy.Policy
	directory *directory
	door      *door
	secrets   *withhold.Set // what must not leave
}

// login opens the connector's directory and reads the pair of handles. Nothing
// there yet is the same as no login.
func (l *Launch) login(ctx context.Context) (*secrets.Dir, secrets.Login, error) {
	connector, err := secrets.Open(l.Conf)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, secrets.Login{}, secrets.ErrUnauthorized
	}
	if err != nil {
		return nil, secrets.Login{}, err
	}
	login, err := connector.Login(ctx)
	return connector, login, err
}

// withheld is what must not leave a session with this login state: the state as
// a whole, and each of its values that could be a credential.
func withheld(state []byte) *withhold.Set {
	var values []withhold.Secret
	for _, c := range secrets.Credentials(state) {
		values = append(values, withhold.FromState(c.Label, c.Value)...)
	}
	set := withhold.New(values)
	set.Whole(state)
	return set
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

// lockPatience is how long a launch waits for another verb to be done with the
// connector's directory, in particular for an install.
const lockPatience = 10 * time.Second

// directory clears what dead launches left and makes the folder of this one.
func (l *Launch) directory(ctx context.Context, connector *secrets.Dir) (*directory, error) {
	patience, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	by := "another process"
	held, err := connector.Lock(patience, "starts a launch", func(holder string) { by = holder })
	if err != nil {
		if patience.Err() != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("the connector's directory is held by %s; try again when that is done", by)
		}
		return nil, err
	}
	defer held.Release()
	if err := clearStale(connector.Path()); err != nil {
		l.Say("what an earlier launch left could not be removed: " + err.Error())
	}
	return newDirectory(connector.Path())
}

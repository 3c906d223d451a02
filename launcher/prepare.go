package launcher

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"connector-browser/launcher/output"
	"connector-browser/launcher/sandbox"
	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
	"connector-browser/secrets"
	"connector-browser/trace"
)

// parts are the things of one launch, each read or made before anything runs.
type parts struct {
	connector *secrets.Dir
	login     secrets.Login
	policy    *policy.Policy
	withhold  *withhold.Set
	named     []relay.NamedSecret
	trace     *trace.Writer
	directory *directory
	output    *output.Folder
	spill     *spill
	door      *door
}

// agent reports whether the policy wants the agent surface.
func (p *parts) agent() bool { return p.policy.Surface == policy.SurfaceAgent }

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

// prepare reads what a person wrote and makes what the launch needs. An error
// leaves nothing behind.
func (l *Launch) prepare(ctx context.Context, record *relay.Record, connector *secrets.Dir, login secrets.Login) (p *parts, err error) {
	p = &parts{connector: connector, login: login, withhold: withhold.New(nil)}
	if p.policy, err = policy.Load(connector.Path(), relay.Names(record.Tools), relay.Own()...); err != nil {
		return nil, err
	}
	p.door = &door{rules: p.policy.Network, observe: func(relay.Contact) {}}
	if l.window != nil {
		l.window.prepare(p, record)
	} else {
		withholdLogin(p.withhold, login.State)
		if p.named, err = named(ctx, connector, p.withhold); err != nil {
			return nil, err
		}
	}
	if p.directory, err = l.makeDirectory(ctx, connector); err != nil {
		return nil, err
	}
	p.spill = &spill{directory: p.directory}
	p.trace, err = trace.Open(filepath.Join(connector.Path(), "trace"), trace.Options{
		Warn: func(err error) { l.Say("the trace: " + err.Error()) },
	})
	if err != nil {
		p.directory.remove()
		return nil, err
	}
	p.output = output.New(p.directory.root, p.withhold, broughtIn)
	return p, nil
}

// lockPatience is how long a launch waits for another verb to be done with the
// connector's directory, in particular for an install.
const lockPatience = 10 * time.Second

// makeDirectory clears what dead launches left and makes the folder of this
// one.
func (l *Launch) makeDirectory(ctx context.Context, connector *secrets.Dir) (*directory, error) {
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
	connector.Sweep()
	stale, problem := claimStale(connector.Path())
	made, err := newDirectory(connector.Path())
	held.Release() // removing may take long, and other launches wait
	l.clear(stale, problem)
	return made, err
}

// clearPatience is how long a launch waits for what earlier ones left to be
// gone. A child can leave so much that removing it takes minutes: that goes on
// beside the launch, and is taken up by the next one where it was not enough.
const clearPatience = 2 * time.Second

// clear removes what dead launches left.
func (l *Launch) clear(stale []*directory, problem error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, d := range stale {
			problem = errors.Join(problem, d.remove())
		}
		if problem != nil {
			l.Say("what an earlier launch left could not be removed: " + problem.Error())
		}
	}()
	select {
	case <-done:
	case <-time.After(clearPatience):
	}
}

// config is what the relay of the launch is handed.
func (l *Launch) config(ctx context.Context, record *relay.Record, p *parts) relay.Config {
	config := relay.Config{
		Context:  ctx,
		Record:   record,
		Export:   p.login.Export,
		Policy:   p.policy,
		Withhold: p.withhold,
		Secrets:  p.named,
		Trace:    p.trace,
		Agent:    p.agent(),
		Door:     p.door,
		Uploads:  &uploads{p.directory, p.policy.Files, p.output},
		Written:  p.output,
		Deaf:     l.deaf(),
		Spill:    p.spill,
		Traces:   traces{p.spill},
		Log:      l.Say,
	}
	if p.login.Export {
		s := &saver{p.directory, p.connector, p.policy.Login, p.withhold, p.output, l.Say}
		config.Saver = s
		if l.window != nil {
			config.Saver = l.window.hold(s)
		}
	}
	return config
}

// withholdLogin adds a login state to what must not leave: the state as a whole,
// and each of its values that could be a credential.
func withholdLogin(set *withhold.Set, state []byte) {
	var values []withhold.Secret
	for _, c := range secrets.Credentials(state) {
		values = append(values, withhold.FromState(c.Label, c.Value)...)
	}
	set.Add(values...)
	set.Whole(state)
}

// clean keeps what the policy wants kept and removes the rest.
func (l *Launch) clean(p *parts) {
	p.output.Close()
	p.spill.close()
	if folder := p.policy.Files.Keep; folder != "" {
		kept, err := keep(p.directory.root, folder, p.withhold)
		if err != nil {
			l.Say(fmt.Sprintf("not every file of the session could be kept: %v", err))
		}
		l.Say(fmt.Sprintf("%d files of the session are in %s", kept, folder))
	}
	if err := p.directory.remove(); err != nil {
		l.Say("the launch directory could not be removed: " + err.Error())
	}
}

// ending is how a launch ended, in the words of the trace.
func ending(exit sandbox.Exit, err error) string {
	switch {
	case err != nil:
		return trace.OutcomeError
	case exit.Signal != 0:
		return fmt.Sprintf("signal %d", exit.Signal)
	case exit.Code != 0:
		return fmt.Sprintf("exit code %d", exit.Code)
	default:
		return trace.OutcomeOK
	}
}

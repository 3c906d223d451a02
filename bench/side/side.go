// Package side makes the two sides that are compared: connector-browser and the
// bare upstream, on the same build.
package side

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	connectorbrowser "connector-browser"
	"connector-browser/bench/bare"
	"connector-browser/demo"
	"connector-browser/pins"
)

// Launch makes the command of one launch.
type Launch = func() (*exec.Cmd, error)

// Sides are what is compared, and a folder that both may use.
type Sides struct {
	Ours, Bare Launch
	home       *demo.Home
	scratch    string
}

// Close removes what the measurements needed.
func (s *Sides) Close() error { return errors.Join(s.home.Close(), os.RemoveAll(s.scratch)) }

// SetPolicy is the policy of the launches to come.
func (s *Sides) SetPolicy(policy string) error { return s.home.SetPolicy(policy) }

// Prepare builds the program and installs what is missing into the demo's
// directory, where the build and a copy of its browser share a file system.
func Prepare(ctx context.Context, policy string) (*Sides, error) {
	s := &Sides{}
	var err error
	s.home, err = demo.OpenHome(ctx, "", func(dir string) { fmt.Fprintln(os.Stderr, "waiting for a demo that uses", dir) })
	if err != nil {
		return nil, err
	}
	if s.scratch, err = os.MkdirTemp(s.home.Dir, "bench-"); err == nil {
		err = s.fill(ctx, policy)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Sides) fill(ctx context.Context, policy string) error {
	s.home.Program = filepath.Join(s.scratch, "connector-browser")
	compile := exec.CommandContext(ctx, "go", "build", "-o", s.home.Program, "connector-browser/cmd/connector-browser")
	compile.Stderr = os.Stderr
	if err := compile.Run(); err != nil {
		return fmt.Errorf("the program cannot be built: %w", err)
	}
	build, err := install(ctx, s.home)
	if err != nil {
		return err
	}
	if err := s.home.SetPolicy(policy); err != nil {
		return err
	}
	upstream, err := bare.New(build, s.scratch)
	if err != nil {
		return err
	}
	s.Ours = func() (*exec.Cmd, error) { return s.home.Command("run"), nil }
	s.Bare = func() (*exec.Cmd, error) { return launchBare(upstream, s.scratch) }
	return nil
}

func install(ctx context.Context, home *demo.Home) (*pins.Build, error) {
	if _, err := home.Verb(ctx, "", os.Stderr, "install"); err != nil {
		return nil, err
	}
	if _, err := home.Verb(ctx, "{}\n", os.Stderr, "auth"); err != nil {
		return nil, err
	}
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		return nil, err
	}
	build, err := pins.Check(ctx, lock, pins.HostPlatform(), filepath.Join(home.Connector(), "bin"))
	if err != nil {
		return nil, err
	}
	return build, build.BrowserChecked(ctx)
}

// launchBare gives each launch of the bare upstream a folder of its own, as the
// connector does.
func launchBare(u *bare.Upstream, scratch string) (*exec.Cmd, error) {
	out, err := os.MkdirTemp(scratch, "out-")
	if err != nil {
		return nil, err
	}
	state := filepath.Join(out, "state.json")
	if err := os.WriteFile(state, []byte(`{"cookies":[],"origins":[]}`), 0o600); err != nil {
		return nil, err
	}
	return u.Command(out, state), nil
}

// Package launchtest gives tests a configuration directory with the real pinned
// build in it, a client to talk to a launch, and an eye on what a launch leaves.
package launchtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connector-browser/pins/pinstest"
	"connector-browser/secrets"
)

// Conf is a configuration directory of a test's own.
type Conf struct {
	t   testing.TB
	Dir string
}

// turns bounds how many tests have a browser at the same time: each is some
// 200 MB and all of a processor while it starts.
var turns = make(chan struct{}, 2)

// New makes a configuration directory that holds the pinned build and nothing
// else. It lies beside the shared build, so that the copy is one of hard links.
// At the end of the test everything that launches left would be an error.
func New(t testing.TB) *Conf {
	t.Helper()
	c := Empty(t)
	turns <- struct{}{}
	t.Cleanup(func() { <-turns })
	t.Cleanup(c.LeavesNothing)
	pinstest.Copy(t, c.Connector("bin"))
	return c
}

// Empty makes a configuration directory in which nothing is installed.
func Empty(t testing.TB) *Conf {
	t.Helper()
	pinstest.Installed(t) // or there is nothing to test
	cache, err := pinstest.Cache()
	if err != nil {
		t.Fatal(err)
	}
	sweep(cache)
	dir, err := os.MkdirTemp(cache, "conf-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	c := &Conf{t: t, Dir: dir}
	if _, err := secrets.Create(dir); err != nil {
		t.Fatal(err)
	}
	return c
}

// sweep removes what tests left that were killed.
func sweep(cache string) {
	left, _ := filepath.Glob(filepath.Join(cache, "conf-*"))
	for _, dir := range left {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.RemoveAll(dir)
		}
	}
}

// Connector is a path in the connector's directory.
func (c *Conf) Connector(name ...string) string {
	return filepath.Join(append([]string{c.Dir, "connectors", "browser"}, name...)...)
}

// Auth stores a login state; the empty one is the clean profile.
func (c *Conf) Auth(state string, export bool) *Conf {
	c.t.Helper()
	if state == "" {
		state = secrets.CleanProfile
	}
	dir, err := secrets.Open(c.Dir)
	if err == nil {
		err = dir.Store(c.t.Context(), secrets.Login{State: []byte(state), Export: export})
	}
	if err != nil {
		c.t.Fatal(err)
	}
	return c
}

// Policy writes policy.toml.
func (c *Conf) Policy(text string) *Conf {
	c.t.Helper()
	c.Put("policy.toml", text)
	return c
}

// Put writes a file of the connector's directory in place of what is there.
func (c *Conf) Put(name, text string) {
	c.t.Helper()
	if err := os.RemoveAll(c.Connector(name)); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.Connector(name), []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// State is the stored login state.
func (c *Conf) State() string {
	c.t.Helper()
	state, err := os.ReadFile(c.Connector("BROWSER_STORAGE_STATE"))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(state)
}

// Launches are the launch directories that are there.
func (c *Conf) Launches() []string {
	c.t.Helper()
	found, err := filepath.Glob(c.Connector("launch-*"))
	if err != nil {
		c.t.Fatal(err)
	}
	return found
}

// LeavesNothing wants no launch directory and no process of a launch (CB-079,
// CB-152).
func (c *Conf) LeavesNothing() {
	c.t.Helper()
	for _, dir := range c.Launches() {
		c.t.Errorf("a launch left %s", dir)
	}
	c.NoProcess(0)
}

// NoProcess wants every process of a launch to be gone within a time.
func (c *Conf) NoProcess(within time.Duration) {
	c.t.Helper()
	var left []Process
	if !Within(within, func() bool { left = c.Processes(); return len(left) == 0 }) {
		for _, p := range left {
			c.t.Errorf("process %d is left: %.200s", p.PID, strings.Join(p.Args, " "))
		}
	}
}

// Within looks until something holds, and reports whether it did in time.
func Within(limit time.Duration, holds func() bool) bool {
	for end := time.Now().Add(limit); ; time.Sleep(5 * time.Millisecond) {
		if holds() {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"connector-browser/secrets/safefile"
)

// Home is the demo's own configuration directory, below the user's cache
// directory. In it the demo is the person: it writes the policy by hand. The
// installed build stays there, so that the next demo need not download it.
type Home struct {
	Dir     string
	Program string
	lock    *flock.Flock
}

// OpenHome makes the directory and holds it: one demo at a time, and the next
// one waits. Waiting is called, at most once, with the directory that is held.
func OpenHome(ctx context.Context, program string, waiting func(dir string)) (*Home, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("no cache directory for the demo: %w; set HOME or XDG_CACHE_HOME", err)
	}
	dir := filepath.Join(cache, "connector-browser", "demo")
	if err := safefile.MakeFolders(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the demo's directory cannot be made: %w", err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, fmt.Errorf("the demo's directory cannot be found: %w", err)
	}
	h := &Home{Dir: dir, Program: program, lock: flock.New(filepath.Join(dir, ".demo"), flock.SetPermissions(0o600))}
	held, err := h.lock.TryLock()
	if err == nil && !held {
		waiting(dir)
		_, err = h.lock.TryLockContext(ctx, 100*time.Millisecond)
	}
	if err != nil {
		return nil, fmt.Errorf("the demo's directory cannot be locked: %w", err)
	}
	return h, nil
}

// Close lets the next demo in. The login of this one is forgotten: the site
// that it was for is gone.
func (h *Home) Close() error { return errors.Join(h.Forget(), h.lock.Close()) }

// Connector is the connector's directory inside.
func (h *Home) Connector() string { return filepath.Join(h.Dir, "connectors", "browser") }

// SetPolicy writes policy.toml as a person would.
func (h *Home) SetPolicy(text string) error {
	if err := os.MkdirAll(h.Connector(), 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(h.Connector(), "policy.toml"), []byte(text), 0o600)
}

// Forget removes the stored login and the named secrets.
func (h *Home) Forget() error {
	var errs []error
	for _, name := range []string{"BROWSER_STORAGE_STATE", "BROWSER_EXPORT"} {
		if err := os.Remove(h.handle(name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, os.RemoveAll(h.handle("secrets")))...)
}

// handle is the path of something in the connector's directory.
func (h *Home) handle(name string) string { return filepath.Join(h.Connector(), name) }

// Launches lists the launch directories that there are.
func (h *Home) Launches() ([]string, error) {
	entries, err := os.ReadDir(h.Connector())
	if err != nil {
		return nil, err
	}
	var launches []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "launch-") {
			launches = append(launches, filepath.Join(h.Connector(), e.Name()))
		}
	}
	return launches, nil
}

// Private writes a file that nothing inside the walls may read, and gives its
// path.
func (h *Home) Private(name string, content []byte) (string, error) {
	path := filepath.Join(h.Dir, name)
	return path, os.WriteFile(path, content, 0o600)
}

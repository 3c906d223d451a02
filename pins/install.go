package pins

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Options say what to install and where. Lock, Platform and Dir are needed.
type Options struct {
	Lock     *Lock
	Platform Platform
	Dir      string // bin/, made where it is missing
	// Browser is the name of one of the lock's browsers, the absolute path of a
	// browser on this machine, or "" for the choice that the lock's order makes.
	Browser string
	// From is a folder with archives; nothing is downloaded then.
	From     string
	Progress Progress     // nil: nobody listens
	Client   *http.Client // nil: one with sensible time limits
	// Registry gives the address of the npm registry; nil asks npm.
	Registry func(context.Context) (string, error)
}

// Installed says what an installation came to.
type Installed struct {
	Build   *Build
	Changed bool // false: the build was there already (CB-011)
}

// Install brings bin/ to the state that the lock and the options ask for, or
// leaves nothing there that passes Check. Everything needed is downloaded and
// compared with its sha256 before anything is unpacked (CB-008). A build that is
// there already is left untouched, without a request (CB-011). What an
// interrupted installation downloaded is used by the next (CB-012).
//
// The caller holds the lock of the connector's directory.
func Install(ctx context.Context, o Options) (*Installed, error) {
	if o.Progress == nil {
		o.Progress = silent{}
	}
	if _, err := o.Lock.base(o.Platform); err != nil {
		return nil, err
	}
	found, err := checkAll(ctx, o)
	if err == nil && o.accepts(found) {
		return &Installed{Build: found}, nil
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	i, err := begin(ctx, o)
	if err != nil {
		return nil, err
	}
	defer i.end()
	if err := i.install(ctx); err != nil {
		return nil, err
	}
	build, err := checkAll(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("what was installed does not pass the start check: %w", err)
	}
	return &Installed{Build: build, Changed: true}, nil
}

// checkAll is Check with the browser's content.
func checkAll(ctx context.Context, o Options) (*Build, error) {
	b, err := Check(ctx, o.Lock, o.Platform, o.Dir)
	if err == nil {
		err = b.BrowserChecked(ctx)
	}
	return b, err
}

// accepts tells whether a build that is there is the one asked for.
func (o *Options) accepts(b *Build) bool {
	if filepath.IsAbs(o.Browser) {
		real, err := filepath.EvalSymlinks(o.Browser)
		return err == nil && b.BrowserName == adoptedName && b.Browser == real
	}
	return o.Browser == "" || o.Browser == b.BrowserName
}

// installation is one run of Install that has something to do.
type installation struct {
	Options
	fetch   *fetcher
	scratch string           // bin/.unpack-<random>/, gone at the end
	before  *installedRecord // what was there, nil if nothing
	record  *installedRecord // what will be
}

func begin(ctx context.Context, o Options) (*installation, error) {
	i := &installation{Options: o, record: &installedRecord{Format: recordFormat, Platform: o.Platform}}
	archives := filepath.Join(o.Dir, archivesDir)
	if err := os.MkdirAll(archives, 0o700); err != nil {
		return nil, diskError(err, "making", archives)
	}
	for _, folder := range []string{o.Dir, archives} { // CB-010
		if err := os.Chmod(folder, 0o700); err != nil {
			return nil, diskError(err, "making", folder)
		}
	}
	if err := sweep(o.Dir); err != nil {
		return nil, err
	}
	i.before, _ = readRecord(o.Dir)
	var err error
	if i.scratch, err = os.MkdirTemp(o.Dir, unpackPrefix); err != nil {
		return nil, diskError(err, "making", "a folder to unpack in")
	}
	if i.fetch, err = newFetcher(ctx, o, archives); err != nil {
		i.end()
		return nil, err
	}
	return i, nil
}

func (i *installation) end() { os.RemoveAll(i.scratch) }

// sweep removes what killed installations left: the caller holds the lock, so
// that none of them is running.
func sweep(bin string) error {
	entries, err := os.ReadDir(bin)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unpackPrefix) {
			if err := os.RemoveAll(filepath.Join(bin, e.Name())); err != nil {
				return diskError(err, "removing", e.Name())
			}
		}
	}
	return nil
}

// install tries the candidates in their order. One is passed over only where
// nobody asked for it by name, and only for a reason of this machine's: a
// library that is missing, a host that cannot be reached, an archive that
// --from does not hold.
func (i *installation) install(ctx context.Context) error {
	candidates, err := i.candidates(ctx)
	if err != nil {
		return err
	}
	for n, c := range candidates {
		err := i.try(ctx, c)
		if err == nil {
			return nil
		}
		if n+1 == len(candidates) || !passable(err) || ctx.Err() != nil {
			return err
		}
		i.Progress.Note(passedOver(c.name, err))
		if err := i.reset(); err != nil {
			return err
		}
	}
	return errors.New("no browser is left to try")
}

// reset empties the scratch folder for the next candidate.
func (i *installation) reset() error {
	i.record = &installedRecord{Format: recordFormat, Platform: i.Platform}
	if err := os.RemoveAll(i.scratch); err != nil {
		return diskError(err, "removing", i.scratch)
	}
	return diskError(os.Mkdir(i.scratch, 0o700), "making", "a folder to unpack in")
}

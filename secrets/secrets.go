// Package secrets keeps the connector's directory: its place, its lock, and in
// it the login state as a secret handle that neither the model nor the
// client's configuration can read.
package secrets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"connector-browser/secrets/safefile"
)

// A Dir is the connector's directory, <conf>/connectors/browser, found to be
// this user's own and closed to others.
type Dir struct {
	// Waiting, if set, is told who holds the directory when Login, Store or
	// StoreState has to wait for its lock.
	Waiting func(holder string)

	conf, path string
	trap       safefile.Trap // tests fail or die here

	key struct { // of the system's keyring, asked for once
		sync.Mutex
		text string
	}
}

// Open gives the connector's directory below a configuration directory. The
// error is fs.ErrNotExist (errors.Is) when there is none yet, which is to say
// before the first install or auth.
func Open(conf string) (*Dir, error) {
	if err := checkConf(conf); err != nil {
		return nil, err
	}
	connectors := filepath.Join(conf, "connectors")
	if err := safefile.CheckDir(connectors, 0o022); err != nil {
		return nil, sentence(connectors, err, "only you may write (chmod go-w)")
	}
	path := filepath.Join(connectors, "browser")
	if err := safefile.CheckDir(path, 0o077); err != nil {
		return nil, sentence(path, err, "only you may enter (chmod 700)")
	}
	return &Dir{conf: conf, path: path}, nil
}

// Create is Open for a directory that may not be there yet: what is missing is
// made with mode 0700 under any umask (CB-041), and what is there is checked
// and never changed. The configuration directory itself is made too, which
// happens only where CONFIG_LOCAL_DIR is unset (see ConfDir).
func Create(conf string) (*Dir, error) {
	if err := MakeConf(conf); err != nil {
		return nil, err
	}
	connectors := filepath.Join(conf, "connectors")
	for _, path := range []string{connectors, filepath.Join(connectors, "browser")} {
		if err := safefile.MakeDir(path); err != nil {
			return nil, fmt.Errorf("%s %w", path, err)
		}
		// Nothing is made behind a link or inside a stranger's folder.
		if err := safefile.CheckDir(path, 0o022); err != nil {
			return nil, sentence(path, err, "only you may write (chmod go-w)")
		}
	}
	return Open(conf)
}

// Path is the directory itself.
func (d *Dir) Path() string { return d.path }

// Bin is where the checked trees lie, whether there are any or not.
func (d *Dir) Bin() string { return filepath.Join(d.path, "bin") }

// Conf is the configuration directory above it.
func (d *Dir) Conf() string { return d.conf }

// sentence says what is wrong with a directory and what it must be instead.
func sentence(path string, err error, want string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s %w; connector-browser install and connector-browser auth make it", path, err)
	}
	return fmt.Errorf("%s %w; it must be a directory of your own (uid %d) where %s", path, err, os.Geteuid(), want)
}

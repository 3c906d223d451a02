package launcher

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// directory is the launch's own folder: the one place that the child can write,
// and everything in it ends with the launch (CB-150, CB-152).
//
// Its lock is held on the folder itself, not on a file in it: a file could be
// moved away by the child, and the launch would be taken for a dead one.
type directory struct {
	path string
	lock *os.File
	root *os.Root // the output folder, opened before the child could put a link in its place
}

const launchPrefix = "launch-"

func (d *directory) out() string   { return filepath.Join(d.path, "out") }
func (d *directory) home() string  { return filepath.Join(d.path, "home") }
func (d *directory) state() string { return filepath.Join(d.path, "BROWSER_STORAGE_STATE") }

// newDirectory makes the folder of a launch. The caller holds the lock of the connector's directory, so that
// nobody takes a folder that is just being made for a stale one.
func newDirectory(connector string) (d *directory, err error) {
	d = &directory{path: filepath.Join(connector, launchPrefix+strings.ToLower(rand.Text()))}
	if err := os.Mkdir(d.path, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the launch directory: %w", err)
	}
	defer func() {
		if err != nil {
			d.remove()
		}
	}()
	if d.lock, err = os.Open(d.path); err != nil {
		return nil, fmt.Errorf("cannot open the launch directory: %w", err)
	}
	if err := unix.Flock(int(d.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return nil, fmt.Errorf("cannot lock the launch directory: %w", err)
	}
	for _, folder := range []string{d.out(), d.home()} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, fmt.Errorf("cannot fill the launch directory: %w", err)
		}
	}
	if d.root, err = os.OpenRoot(d.out()); err != nil {
		return nil, fmt.Errorf("cannot open the output folder of the launch: %w", err)
	}
	return d, nil
}

// fill puts a fresh copy of the login state there for a child that is about to
// start (CB-079). What an earlier child of the launch left under that name goes
// first: it could be a link.
func (d *directory) fill(state []byte) error {
	err := os.RemoveAll(d.state())
	if err == nil {
		err = writeNew(d.state(), state)
	}
	if err != nil {
		return fmt.Errorf("cannot copy the login state for the launch: %w", err)
	}
	return nil
}

func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// remove takes the folder away with all that is in it. Folders that the child
// closed to others are opened first; links are never followed.
func (d *directory) remove() error {
	err := removeTree(d.path)
	if d.root != nil {
		d.root.Close()
	}
	if d.lock != nil {
		d.lock.Close()
	}
	return err
}

func removeTree(path string) error {
	if err := os.RemoveAll(path); err == nil {
		return nil
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer root.Close()
	fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			root.Chmod(name, 0o700)
		}
		return nil // what cannot be opened shows when it cannot be removed
	})
	return os.RemoveAll(path)
}

// clearStale removes the folders of launches that ended without doing so. A
// live one is told by its lock. The caller holds the lock of the connector's
// directory.
func clearStale(connector string) error {
	folders, err := Folders(connector)
	if err != nil {
		return err
	}
	var problems []error
	for _, folder := range folders {
		if folder.Live {
			continue
		}
		if err := removeTree(folder.Path); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}

// live reports whether the launch that made the folder still runs.
func live(path string) bool {
	folder, err := os.Open(path)
	if err != nil {
		return false
	}
	defer folder.Close()
	return unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil
}

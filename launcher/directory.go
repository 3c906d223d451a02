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

	"connector-browser/secrets/safefile"
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
		return nil, fmt.Errorf("cannot make the launch directory in %s: %w", connector, safefile.Reason(err))
	}
	defer func() {
		if err != nil {
			d.remove()
		}
	}()
	if d.lock, err = lockFolder(d.path); err != nil {
		return nil, fmt.Errorf("cannot lock the launch directory in %s: %w", d.path, safefile.Reason(err))
	}
	if err := os.Mkdir(d.out(), 0o700); err != nil {
		return nil, fmt.Errorf("cannot fill the launch directory in %s: %w", d.path, safefile.Reason(err))
	}
	if d.root, err = os.OpenRoot(d.out()); err != nil {
		return nil, fmt.Errorf("cannot open the output folder of the launch in %s: %w", d.path, safefile.Reason(err))
	}
	return d, nil
}

// fill makes a fresh home and puts a fresh copy of the login state there for a
// child that is about to start (CB-079). What an earlier child of the launch left
// under these names goes first: it could be a link, or modules that Node.js looks
// for below its home.
func (d *directory) fill(state []byte) error {
	err := os.Chmod(d.path, 0o700) // it could have closed the folder
	for _, path := range []string{d.state(), d.home()} {
		if err == nil {
			err = removeAny(path)
		}
	}
	if err == nil {
		err = os.Mkdir(d.home(), 0o700)
	}
	if err == nil {
		err = writeNew(d.state(), state)
	}
	if err != nil {
		return fmt.Errorf("cannot make the home and the login state of the launch in %s: %w", d.path, safefile.Reason(err))
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

// remove takes the folder away with all that is in it.
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

// claimStale takes hold of the folders of launches that ended without removing
// them: to others each is that of a live launch from here on, until it is
// removed. The caller holds the lock of the connector's directory.
func claimStale(connector string) ([]*directory, error) {
	paths, err := launchFolders(connector)
	var stale []*directory
	for _, path := range paths {
		if lock, err := lockFolder(path); err == nil {
			stale = append(stale, &directory{path: path, lock: lock})
		}
	}
	return stale, err
}

// live reports whether the launch that made the folder still runs. What cannot
// be judged passes for live, and is not touched.
func live(path string) bool {
	lock, err := lockFolder(path)
	if err == nil {
		lock.Close()
	}
	return err != nil && !errors.Is(err, fs.ErrNotExist)
}

// lockFolder locks the folder of a launch, which fails while another holds it.
// Where an ordinary user runs the launch its child can close the folder to that
// user; it is 0700 by our word, so it is opened again.
func lockFolder(path string) (*os.File, error) {
	folder, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) && os.Chmod(path, 0o700) == nil {
		folder, err = os.Open(path)
	}
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		folder.Close()
		return nil, err
	}
	return folder, nil
}

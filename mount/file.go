package mount

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"connector-browser/secrets/safefile"
)

// maxSettings bounds a settings file; the largest known, of a client that
// keeps its history there, has a few MiB.
const maxSettings = 32 << 20

// A file is a client's settings as they were read.
type file struct {
	path string // links resolved: what is behind them is edited, they stay
	text []byte
	info fs.FileInfo // nil where there is no file
}

// openFile reads a settings file; one that is missing is empty.
func openFile(path string) (*file, error) {
	resolved, err := safefile.Resolve(path)
	if errors.Is(err, fs.ErrNotExist) {
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s is a link to a file that does not exist; make that file or remove the link", path)
		}
		return &file{path: path}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot look at %s: %w", path, err)
	}
	text, info, err := safefile.Read(resolved, maxSettings)
	if err != nil {
		return nil, fmt.Errorf("%s %w; put a plain file that you may read in its place, or move it away, and try again", resolved, err)
	}
	return &file{resolved, text, info}, nil
}

// replace writes the file anew, whole or not at all, unless somebody else has
// changed it since it was read. Its mode and owner stay; a new one gets mode.
func (f *file) replace(text []byte, mode fs.FileMode) error {
	if f.info != nil {
		mode = f.info.Mode().Perm()
	} else if err := safefile.MakeFolders(filepath.Dir(f.path), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of %s: %w", f.path, err)
	}
	temporary, err := f.stage(text, mode)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", f.path, safefile.Reason(err))
	}
	if err = f.unchanged(); err == nil {
		err = os.Rename(temporary, f.path)
	}
	if err != nil {
		os.Remove(temporary)
		return fmt.Errorf("cannot write %s: %w", f.path, safefile.Reason(err))
	}
	f.flushFolder()
	return nil
}

// stage writes a temporary file beside the file.
func (f *file) stage(text []byte, mode fs.FileMode) (path string, err error) {
	temporary, err := os.CreateTemp(filepath.Dir(f.path), "."+filepath.Base(f.path)+".tmp-*")
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, temporary.Close())
		if err != nil {
			os.Remove(temporary.Name())
		}
	}()
	if err := temporary.Chmod(mode); err != nil {
		return "", err
	}
	if f.info != nil {
		if uid, ok := safefile.Owner(f.info); ok && uid != os.Geteuid() {
			if err := temporary.Chown(uid, -1); err != nil {
				return "", fmt.Errorf("it belongs to another user and would not any more: %w", safefile.Reason(err))
			}
		}
	}
	if _, err := temporary.Write(text); err != nil {
		return "", err
	}
	return temporary.Name(), temporary.Sync()
}

// unchanged says whether the file is still what was read.
func (f *file) unchanged() error {
	now, err := openFile(f.path)
	if err != nil {
		return err
	}
	if (now.info == nil) != (f.info == nil) || !bytes.Equal(now.text, f.text) {
		return errors.New("another program has just changed it; try again")
	}
	return nil
}

// remove deletes the file.
func (f *file) remove() error {
	if err := f.unchanged(); err != nil {
		return fmt.Errorf("cannot remove %s: %w", f.path, err)
	}
	if err := os.Remove(f.path); err != nil {
		return fmt.Errorf("cannot remove %s: %w", f.path, safefile.Reason(err))
	}
	f.flushFolder()
	return nil
}

// flushFolder makes a new or removed name survive a power cut, where the file
// system can do that; that it cannot is no reason to fail.
func (f *file) flushFolder() {
	if folder, err := os.Open(filepath.Dir(f.path)); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}

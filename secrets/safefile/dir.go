package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// CheckDir says what is wrong with a directory that must be a real one (no
// link), this user's own, and without the forbidden mode bits. A missing one
// is ErrMissing.
func CheckDir(path string, forbidden fs.FileMode) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrMissing
	case err != nil:
		return fmt.Errorf("cannot be looked at: %w", Reason(err))
	case info.Mode()&fs.ModeSymlink != 0:
		return ErrLink
	case !info.IsDir():
		return errors.New("is not a directory")
	}
	return Private(info, forbidden)
}

// MakeDir makes a directory of mode 0700, whatever the umask, unless something
// of that name is there already: that is left as it is, to be checked by
// CheckDir. The folder above must exist.
func MakeDir(path string) error {
	err := os.Mkdir(path, 0o700)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return fmt.Errorf("cannot be made: %w", Reason(err))
	}
	if err := os.Chmod(path, 0o700); err != nil {
		return fmt.Errorf("cannot be made private: %w", Reason(err))
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("cannot be flushed to disk: %w", Reason(err))
	}
	return nil
}

// syncDir makes the names in a directory survive a power cut. A file system
// that cannot do that (it says EINVAL or ENOTSUP) has nothing better to offer.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}

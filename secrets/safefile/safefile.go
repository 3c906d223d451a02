// Package safefile reads and writes small private files: whole or not at all,
// and never through a link. Its errors are the second half of a sentence ("is
// a symbolic link"), so that the caller names the file, or does not.
package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Errors that a caller may want to tell apart. None of them holds a path or
// anything that was read.
var (
	ErrLink      = errors.New("is a symbolic link")
	ErrIrregular = errors.New("is not a regular file")
	ErrFolder    = fmt.Errorf("is a folder and not a file%w", silent{ErrIrregular})
	ErrMissing   = fmt.Errorf("does not exist%w", silent{fs.ErrNotExist})
	ErrExists    = fmt.Errorf("exists already%w", silent{fs.ErrExist})
)

// silent lets errors.Is find an error without putting its words into the
// sentence.
type silent struct{ err error }

func (s silent) Error() string { return "" }
func (s silent) Unwrap() error { return s.err }

// Owner is the user id that a file belongs to.
func Owner(info fs.FileInfo) (uid int, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}

// Private says what is wrong with a file or folder that must belong to this
// user and give others none of the forbidden mode bits; nil when all is well.
func Private(info fs.FileInfo, forbidden fs.FileMode) error {
	uid, ok := Owner(info)
	switch mode := info.Mode().Perm() & forbidden; {
	case !ok || uid != os.Geteuid():
		return fmt.Errorf("belongs to another user (uid %d)", uid)
	case mode&0o022 != 0:
		return fmt.Errorf("may be changed by other users (mode %04o)", info.Mode().Perm())
	case mode != 0:
		return fmt.Errorf("is open to more than its owner needs (mode %04o)", info.Mode().Perm())
	}
	return nil
}

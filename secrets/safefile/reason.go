package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Reason is why the system refused something, without the path, which the caller
// names or must not: some are random names, some must not be repeated. In brackets
// stands what a person can do about it.
func Reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	case errors.As(err, &call):
		err = call.Err
	}
	var number syscall.Errno
	if errors.As(err, &number) && cures[number] != "" {
		return fmt.Errorf("%w (%s)", err, cures[number])
	}
	return err
}

// cures is what mends what a system call ran into.
var cures = map[syscall.Errno]string{
	syscall.EACCES:       "look at the owner and the mode of it and of the folders above it",
	syscall.EPERM:        "it may belong to another user, or be protected",
	syscall.ENOSPC:       "make room on that disk and try again",
	syscall.EDQUOT:       "remove something of yours from that disk and try again",
	syscall.EROFS:        "mount that file system for writing, or name a place on another",
	syscall.ENOENT:       "make it, or name another",
	syscall.ENOTDIR:      "a name on the way to it is a file's; name another place",
	syscall.EISDIR:       "name a file",
	syscall.ELOOP:        "its links lead nowhere, or a link is not wanted there; name the file itself",
	syscall.ENAMETOOLONG: "name a shorter path",
	syscall.EIO:          "the disk may be failing; the system's log says more",
}

// Resolve is the path with every link followed.
func Resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	if _, plain := os.Stat(path); plain != nil {
		err = plain // of links in a circle EvalSymlinks gives no error of the system's
	}
	return "", Reason(err)
}

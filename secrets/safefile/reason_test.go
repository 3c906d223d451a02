package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// CB-025: what the system says stays, the path does not, and what a person can do
// is added; the error is still the one that it was.
func TestReason(t *testing.T) {
	t.Parallel()
	for number, does := range map[syscall.Errno]string{
		syscall.EACCES: "look at the owner", syscall.EPERM: "another user", syscall.ENOSPC: "make room", syscall.EDQUOT: "remove something",
		syscall.EROFS: "mount that file system for writing", syscall.ENOENT: "make it", syscall.ENOTDIR: "name another place",
		syscall.EISDIR: "name a file", syscall.ELOOP: "name the file itself", syscall.ENAMETOOLONG: "shorter path", syscall.EIO: "the disk may be failing",
	} {
		for _, err := range []error{
			number,
			&fs.PathError{Op: "open", Path: "/MARKER", Err: number},
			&os.LinkError{Op: "link", Old: "/MARKER", New: "/MARKER", Err: number},
			os.NewSyscallError("MARKER", number),
		} {
			got := Reason(err)
			if text := got.Error(); !strings.HasPrefix(text, number.Error()+" (") || !strings.Contains(text, does) || strings.Contains(text, "MARKER") {
				t.Errorf("%v: %s", err, text)
			}
			if !errors.Is(got, number) {
				t.Errorf("%v is no longer itself", err)
			}
		}
	}
	if got := Reason(&fs.PathError{Op: "read", Path: "/MARKER", Err: syscall.EINTR}); got != syscall.EINTR {
		t.Errorf("without a cure: %v", got)
	}
	if err := errors.New("plain"); Reason(err) != err {
		t.Error("another error is changed")
	}
}

// CB-025: links in a circle are told apart from a file that is missing.
func TestResolve(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	circle, file, link := filepath.Join(dir, "circle"), filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.Symlink("circle", circle), os.WriteFile(file, nil, 0o600), os.Symlink("file", link)); err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Resolve(link); got != real || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
	for path, want := range map[string]syscall.Errno{circle: syscall.ELOOP, filepath.Join(dir, "none"): syscall.ENOENT, filepath.Join(file, "x"): syscall.ENOTDIR} {
		if got, err := Resolve(path); got != "" || !errors.Is(err, want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: got %q, %v", path, got, err)
		}
	}
}

package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"unicode/utf8"

	"connector-browser/secrets/safefile"
)

// maxFile is far above what a person writes and far below what would be felt.
const maxFile = 64 << 10

// readFile reads a policy that nobody but its owner can have written: a regular
// file, reached over no symbolic link, owned by this user or by root, not
// writable by group or others. It looks at the file it has open, so that what
// was checked is what is read. errors.Is(err, fs.ErrNotExist) when there is none.
func readFile(name string) ([]byte, error) {
	// O_NONBLOCK: a named pipe in the file's place must not hold the launch.
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	case errors.Is(err, syscall.ELOOP):
		return nil, fmt.Errorf("%s is a symbolic link; put the file itself in its place", name)
	case errors.Is(err, syscall.ENXIO):
		return nil, irregular(name) // a socket
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", name, safefile.Reason(err))
	}
	defer f.Close()

	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, safefile.Reason(err))
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); !ok || (owner.Uid != 0 && int64(owner.Uid) != int64(os.Geteuid())) {
		return nil, fmt.Errorf("%s belongs to another user; make it yours with chown", name)
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return nil, fmt.Errorf("%s may be written by others (mode %04o); chmod go-w it", name, mode)
	}

	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", name, safefile.Reason(err))
	case len(data) > maxFile:
		return nil, fmt.Errorf("%s is larger than %d bytes; shorten it", name, maxFile)
	}
	return data, checkText(name, data)
}

func irregular(name string) error {
	return fmt.Errorf("%s %w; put a plain file in its place", name, safefile.ErrIrregular)
}

// checkText refuses what is not UTF-8, with the line of the first bad byte.
func checkText(name string, data []byte) error {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			return refuse(name, lineAt(data, at), "not UTF-8")
		}
		at += size
	}
	return nil
}

// lineAt is the line, counted from 1, of the byte at offset at.
func lineAt(data []byte, at int) int {
	return 1 + bytes.Count(data[:min(max(at, 0), len(data))], []byte("\n"))
}

// refuse is the one form of every complaint about a policy: file:line: why.
func refuse(name string, line int, format string, args ...any) error {
	return fmt.Errorf("%s: "+format, append([]any{place(name, line)}, args...)...)
}

// place names a line of a policy file.
func place(name string, line int) string {
	if line <= 0 {
		return name
	}
	return fmt.Sprintf("%s:%d", name, line)
}

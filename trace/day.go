package trace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"connector-browser/secrets/safefile"
)

// dayFile is the file that takes the records of one day, UTC.
type dayFile struct {
	name  string
	file  *os.File
	ended int64 // where the last record of ours ends, with its newline
}

func dayName(t time.Time) string { return t.UTC().Format(time.DateOnly) + ".jsonl" }

// makeDir makes the directory of the trace, and checks that it is nobody else's.
func makeDir(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return fmt.Errorf("the trace cannot be kept in %s: %w", dir, safefile.Reason(err))
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("the trace cannot be kept in %s: %w", dir, safefile.Reason(err))
	}
	if !info.IsDir() {
		return fmt.Errorf("the trace cannot be kept: %s is not a directory; move it away", dir)
	}
	return checkOwn(dir, info)
}

// openDay opens the file for appending, and makes it with mode 0600.
func openDay(dir, name string) (*dayFile, error) {
	path := filepath.Join(dir, name)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", path, safefile.Reason(err))
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file; move it away", path)
	}
	if err == nil {
		err = checkOwn(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &dayFile{name: name, file: file}, nil
}

// checkOwn refuses what others own or may write: a trace that others could have
// written proves nothing.
func checkOwn(path string, info fs.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int(s.Uid) != os.Geteuid() {
		return fmt.Errorf("%s belongs to another user; move it away", path)
	}
	if perm := info.Mode().Perm(); perm&0o077 != 0 {
		return fmt.Errorf("%s may be read or written by others (mode %#o); next: chmod go= %[1]s", path, perm)
	}
	return nil
}

// append adds one line with one write, which the kernel does not mix with those
// of other launches. A line that another launch left half-written is ended
// first, so that it spoils no record but its own.
func (d *dayFile) append(line []byte, limit int64) error {
	info, err := d.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	if size+int64(len(line)) > limit {
		return ErrFull
	}
	if size > 0 && size != d.ended {
		var last [1]byte
		if n, err := d.file.ReadAt(last[:], size-1); err == nil && n == 1 && last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	n, err := d.file.Write(line)
	if err == nil && n < len(line) {
		err = fmt.Errorf("%s took only a part of a record", d.name)
	}
	if err == nil {
		d.ended = size + int64(n)
	}
	return err
}

func (d *dayFile) close() { d.file.Close() }

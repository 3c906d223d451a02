package trace

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"connector-browser/secrets/safefile"
)

// settled is how long a day's file must have been left alone before it is
// compressed: a record of its last moment may be on its way.
const settled = 10 * time.Minute

// tidy compresses the days that are over, and removes the oldest while all
// together are larger than limit. The day that now is stays.
func tidy(dir string, now time.Time, limit int64) error {
	names, err := days(dir)
	if err != nil {
		return err
	}
	var failed []error
	for _, name := range names {
		if strings.HasSuffix(name, ".gz") || name >= dayName(now) {
			continue
		}
		info, err := os.Lstat(filepath.Join(dir, name))
		if err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) >= settled {
			err = compress(dir, name, now)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // another launch was faster
			failed = append(failed, fmt.Errorf("%s of the trace cannot be compressed: %w", name, safefile.Reason(err)))
		}
	}
	return errors.Join(append(failed, prune(dir, now, limit))...)
}

// compress replaces a file by its compressed form; whatever ends it in between,
// one of the two is there whole.
func compress(dir, name string, now time.Time) (err error) {
	path := filepath.Join(dir, name)
	plain, err := openFile(dir, name)
	if err != nil {
		return err
	}
	defer plain.Close()
	part := path + ".gz.part"
	if info, err := os.Lstat(part); err == nil && now.Sub(info.ModTime()) > time.Hour {
		os.Remove(part) // whoever began it is gone
	}
	packed, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // another launch is at it
	}
	if err != nil {
		return err
	}
	defer func() {
		packed.Close()
		if err != nil {
			os.Remove(part)
		}
	}()
	z := gzip.NewWriter(packed)
	if _, err := io.Copy(z, plain); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := packed.Sync(); err != nil {
		return err
	}
	if err := os.Rename(part, path+".gz"); err != nil {
		return err
	}
	return os.Remove(path)
}

// prune removes the oldest days while the trace is larger than limit.
func prune(dir string, now time.Time, limit int64) error {
	names, err := days(dir)
	if err != nil {
		return err
	}
	sizes, total := make([]int64, len(names)), int64(0)
	for i, name := range names {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			sizes[i] = info.Size()
			total += sizes[i]
		}
	}
	for i, name := range names {
		if total <= limit || name >= dayName(now) {
			return nil
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s of the trace cannot be removed: %w", name, safefile.Reason(err))
		}
		total -= sizes[i]
	}
	return nil
}

package mount

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"connector-browser/secrets/safefile"
)

// backupSuffix follows a settings file's name in that of its backup: the bytes
// as they were before this program changed them. A backup is never written
// over; the next one that differs ends in .2, and so on.
const backupSuffix = ".before-connector-browser"

// A backup is one of them.
type backup struct {
	number int // from 1
	path   string
	text   []byte
}

// backups reads a file's backups, the newest last. There may be gaps between
// their numbers: unmount takes the one away that it restores.
func (f *file) backups() ([]backup, error) {
	entries, err := os.ReadDir(filepath.Dir(f.path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot look for the backups of %s in its folder: %w", f.path, safefile.Reason(err))
	}
	var all []backup
	for _, entry := range entries {
		number, ok := f.backupNumber(entry.Name())
		if !ok {
			continue
		}
		path := filepath.Join(filepath.Dir(f.path), entry.Name())
		text, _, err := safefile.Read(path, maxSettings)
		if err != nil {
			return nil, fmt.Errorf("%s %w; move it away and try again", path, err)
		}
		all = append(all, backup{number, path, text})
	}
	slices.SortFunc(all, func(a, b backup) int { return cmp.Compare(a.number, b.number) })
	return all, nil
}

// backupNumber is the number in a backup's name; not ok for any other name.
func (f *file) backupNumber(name string) (number int, ok bool) {
	suffix, ok := strings.CutPrefix(name, filepath.Base(f.path)+backupSuffix)
	if !ok || suffix == "" {
		return 1, ok
	}
	number, err := strconv.Atoi(strings.TrimPrefix(suffix, "."))
	return number, err == nil && number > 1 && number < math.MaxInt32 && backupName(number) == backupSuffix+suffix
}

func backupName(n int) string {
	if n == 1 {
		return backupSuffix
	}
	return backupSuffix + "." + strconv.Itoa(n)
}

// replaceKept is replace with a backup of the bytes before, whose path it
// gives; "" where there was no file. Where the file cannot be written, a backup
// made for it goes again.
func (f *file) replaceKept(text []byte, mode fs.FileMode) (path string, err error) {
	path, made, err := f.backUp()
	if err != nil {
		return "", err
	}
	if err := f.replace(text, mode); err != nil {
		if made {
			err = errors.Join(err, os.Remove(path))
		}
		return "", err
	}
	return path, nil
}

// backUp keeps the file's bytes, unless the newest backup has them already,
// gives the backup's path and says whether it is new.
func (f *file) backUp() (path string, made bool, err error) {
	if f.info == nil {
		return "", false, nil
	}
	all, err := f.backups()
	if err != nil {
		return "", false, err
	}
	number := 1
	if n := len(all); n > 0 {
		newest := all[n-1]
		if bytes.Equal(newest.text, f.text) {
			return newest.path, false, nil
		}
		number = newest.number + 1
	}
	path = f.path + backupName(number)
	if err := safefile.Create(filepath.Dir(path), filepath.Base(path), f.text); err != nil {
		return "", false, fmt.Errorf("%s %w, and nothing is changed without a backup", path, err)
	}
	return path, true, nil
}

// clear removes the backups that hold an older entry of ours and besides it
// only what is kept elsewhere, or nothing.
func (t Target) clear(older []backup, kept [][]byte) error {
	for _, b := range older {
		found, err := t.Client.format.Find(b.text, t.path()...)
		if err != nil || found == nil {
			continue
		}
		written := t.Client.entry(readServer(found.Value).entry())
		if !slices.ContainsFunc(append(kept, nil), func(text []byte) bool {
			made, err := t.Client.format.Put(text, written, t.path()...)
			return err == nil && bytes.Equal(made, b.text)
		}) {
			continue
		}
		if err := os.Remove(b.path); err != nil {
			return fmt.Errorf("our entry is out, but %s, an older backup of it, cannot be removed: %w", b.path, safefile.Reason(err))
		}
	}
	return nil
}

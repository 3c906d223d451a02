package mount

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"connector-browser/secrets/safefile"
)

// backupSuffix follows a settings file's name in that of its backup: the bytes
// as they were before this program changed them. A backup is never written
// over; the next one that differs ends in .2, and so on.
const backupSuffix = ".before-connector-browser"

// A backup is one of them.
type backup struct {
	path string
	text []byte
}

// backups reads a file's backups, the newest last.
func (f *file) backups() ([]backup, error) {
	var all []backup
	for n := 1; ; n++ {
		path := f.path + backupName(n)
		text, _, err := safefile.Read(path, maxSettings)
		if errors.Is(err, fs.ErrNotExist) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s %w; move it away and try again", path, err)
		}
		all = append(all, backup{path, text})
	}
}

func backupName(n int) string {
	if n == 1 {
		return backupSuffix
	}
	return backupSuffix + "." + strconv.Itoa(n)
}

// backUp keeps the file's bytes, unless the newest backup has them already,
// and gives the backup's path; "" where there is no file to keep.
func (f *file) backUp() (path string, err error) {
	if f.info == nil {
		return "", nil
	}
	all, err := f.backups()
	if err != nil {
		return "", err
	}
	if n := len(all); n > 0 && bytes.Equal(all[n-1].text, f.text) {
		return all[n-1].path, nil
	}
	path = f.path + backupName(len(all)+1)
	if err := safefile.Create(filepath.Dir(path), filepath.Base(path), f.text); err != nil {
		return "", fmt.Errorf("%s %w, and nothing is changed without a backup", path, err)
	}
	return path, nil
}

package pinstest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Copy puts the real build into the new folder bin, for a test that needs a
// configuration directory of its own. Files are hard links to the shared ones:
// a test may add, remove and replace files but must not write into one, nor
// change its mode; Own makes one file the test's own for that.
func Copy(t testing.TB, bin string) {
	t.Helper()
	from := Installed(t)
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if strings.HasPrefix(rel, ".unpack-") {
			return fs.SkipDir
		}
		to := filepath.Join(bin, rel)
		info, err := d.Info()
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if err := os.MkdirAll(to, 0o700); err != nil {
				return err
			}
			return os.Chmod(to, info.Mode().Perm())
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(target, to)
		}
		if os.Link(path, to) == nil {
			return nil
		}
		return copyFile(path, to, info.Mode().Perm()) // another file system
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Own replaces the hard link at path by a copy of its own.
func Own(t testing.TB, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := copyFile(path, path+".own", info.Mode().Perm()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".own", path); err != nil {
		t.Fatal(err)
	}
}

func copyFile(from, to string, mode fs.FileMode) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, data, mode); err != nil {
		return err
	}
	return os.Chmod(to, mode)
}

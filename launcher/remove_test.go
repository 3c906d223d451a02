package launcher

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestRemoveTree: a folder that a hostile child filled goes, within a time and
// without many descriptors; what its links name stays.
func TestRemoveTree(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	victim := filepath.Join(outside, "victim")
	if err := os.WriteFile(victim, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, fill := range map[string]func(top string) error{
		"nothing": func(string) error { return nil },
		"links": func(top string) error {
			if err := os.Symlink(outside, filepath.Join(top, "folder")); err != nil {
				return err
			}
			return os.Symlink(victim, filepath.Join(top, "file"))
		},
		"closed folders": func(top string) error {
			inner := filepath.Join(top, "a", "b", "c")
			if err := os.MkdirAll(inner, 0o700); err != nil {
				return err
			}
			for at := inner; len(at) >= len(top); at = filepath.Dir(at) {
				if err := os.Chmod(at, 0); err != nil {
					return err
				}
			}
			return nil
		},
		"many files": func(top string) error {
			for n := range 3 * batch {
				if err := os.WriteFile(filepath.Join(top, string(rune('一'+n))), nil, 0o400); err != nil {
					return err
				}
			}
			return nil
		},
		"deep": func(top string) error {
			at, err := os.OpenRoot(top)
			for n := 0; n < 5000 && err == nil; n++ {
				if err = at.Mkdir("d", 0o700); err != nil {
					break
				}
				below, fault := at.OpenRoot("d")
				at.Close()
				at, err = below, fault
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			top := filepath.Join(t.TempDir(), "top")
			if err := os.Mkdir(top, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := fill(top); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if err := removeTree(top); err != nil {
				t.Error(err)
			}
			if _, err := os.Lstat(top); !os.IsNotExist(err) {
				t.Errorf("it is still there: %v", err)
			}
			t.Logf("gone after %v", time.Since(began))
		})
	}
	if _, err := os.Stat(victim); err != nil {
		t.Error(err)
	}
	if err := removeTree(filepath.Join(outside, "nothing")); err != nil {
		t.Error(err)
	}
}

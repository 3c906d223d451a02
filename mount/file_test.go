package mount

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFile: modes stay, links stay, and a file that changes under the edit is
// not lost (SN-001).
func TestFile(t *testing.T) {
	t.Parallel()
	t.Run("the mode stays", func(t *testing.T) {
		target := at(t, &zed, User)
		put(t, target.File, "{}")
		if err := os.Chmod(target.File, 0o640); err != nil {
			t.Fatal(err)
		}
		change, err := target.Write(false)
		if err != nil || mode(t, target.File) != 0o640 || mode(t, change.Backup) != 0o600 {
			t.Errorf("%v: %v, backup %v", err, mode(t, target.File), mode(t, change.Backup))
		}
	})
	t.Run("a new file is private for a user, not for a project", func(t *testing.T) {
		for scope, want := range map[Scope]fs.FileMode{User: 0o600, Project: 0o644} {
			target := at(t, &zed, scope)
			if _, err := target.Write(false); err != nil || mode(t, target.File) != want {
				t.Errorf("%s: %v, %v", scope, mode(t, target.File), err)
			}
		}
	})
	t.Run("a link stays, what it leads to is edited", func(t *testing.T) {
		target := at(t, &zed, User)
		real := filepath.Join(t.TempDir(), "dotfiles", "zed.json")
		put(t, real, "{\n}\n")
		link(t, real, target.File)
		if change, err := target.Write(false); err != nil || filepath.Dir(change.Backup) != filepath.Dir(change.File) {
			t.Fatalf("%+v, %v", change, err)
		}
		if to, err := os.Readlink(target.File); err != nil || to != real || !strings.Contains(get(t, real), sample.Program) {
			t.Errorf("%s, %v", to, err)
		}
		if _, err := target.Remove(); err != nil || get(t, real) != "{\n}\n" {
			t.Errorf("%v: %q", err, get(t, real))
		}
	})
	t.Run("a link to nowhere", func(t *testing.T) {
		target := at(t, &zed, User)
		link(t, "/nowhere/at/all", target.File)
		if _, err := target.Write(false); err == nil || !strings.HasSuffix(err.Error(), "is a link to a file that does not exist; make that file or remove the link") {
			t.Error(err)
		}
	})
	t.Run("a folder in its place", func(t *testing.T) {
		target := at(t, &zed, User)
		put(t, filepath.Join(target.File, "x"), "")
		if _, err := target.Write(false); err == nil || !strings.HasSuffix(err.Error(), "is a folder and not a file; put a plain file that you may read in its place, or move it away, and try again") {
			t.Error(err)
		}
	})
	t.Run("somebody else was faster", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "f")
		put(t, path, "one")
		f, err := openFile(path)
		if err != nil {
			t.Fatal(err)
		}
		put(t, path, "two")
		for _, err := range []error{f.replace([]byte("three"), 0), f.remove()} {
			if err == nil || !strings.HasSuffix(err.Error(), "another program has just changed it; try again") {
				t.Error(err)
			}
		}
		if get(t, path) != "two" || len(names(t, filepath.Dir(path))) != 1 {
			t.Errorf("%q, %v", get(t, path), names(t, filepath.Dir(path)))
		}
	})
	t.Run("a folder that cannot be written", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root may write anywhere")
		}
		target := at(t, &zed, User)
		put(t, target.File, "{}")
		if err := os.Chmod(filepath.Dir(target.File), 0o500); err != nil {
			t.Fatal(err)
		}
		if _, err := target.Write(false); err == nil || get(t, target.File) != "{}" {
			t.Error(err)
		}
	})
}

// TestInstalled: what will be gone is not told to anybody.
func TestInstalled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	for path, want := range map[string]string{
		filepath.Join(dir, "connector-browser"):           "lies in a temporary folder",
		"/root/.cache/go-build/ab/cd-d/connector-browser": "lies in a folder of the go command",
		"/var/go-build123/b001/exe/connector-browser":     "lies in a folder of the go command",
		"/usr/local/bin/connector-browser":                "",
	} {
		if err := Installed(path); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

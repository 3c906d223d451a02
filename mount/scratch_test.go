package mount

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// scratch is a host of the test's own.
func scratch(t *testing.T) Host {
	t.Helper()
	dir := t.TempDir()
	h := Host{"linux", filepath.Join(dir, "home"), filepath.Join(dir, "project"), environ()}
	for _, folder := range []string{h.Home, h.Folder} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

func at(t *testing.T, c *Client, scope Scope) Target {
	t.Helper()
	target, err := c.At(scratch(t), scope, sample)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.Clone(text))
}

// names lists a folder; one that is missing is empty. Folders in it do not
// count.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		if !e.IsDir() {
			list = append(list, e.Name())
		}
	}
	return list
}

package launcher

import (
	"os"
	"path/filepath"
	"testing"
)

// CD-114: a launch writes so many files and no more, never into one that is there.
func TestSpill(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	root, err := os.OpenRoot(out)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := &spill{directory: &directory{path: out, root: root}}
	seen := map[string]bool{}
	for range maxSpills {
		path, err := s.Put("text")
		if err != nil || seen[path] || filepath.Dir(path) != filepath.Join(out, "out") {
			t.Fatalf("%s, %v", path, err)
		}
		seen[path] = true
		if text, err := os.ReadFile(filepath.Join(out, filepath.Base(path))); err != nil || string(text) != "text" {
			t.Fatalf("%q, %v", text, err)
		}
	}
	if path, err := s.Put("text"); err == nil {
		t.Errorf("one file too many was written: %s", path)
	}
	s.files, s.bytes = 0, maxSpillBytes-3
	if path, err := s.Put("text"); err == nil {
		t.Errorf("a byte too many was written: %s", path)
	}
	if entries, _ := os.ReadDir(out); len(entries) != maxSpills {
		t.Errorf("there are %d files", len(entries))
	}
}

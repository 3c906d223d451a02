package launcher

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/relay"
)

// CD-114, CD-140: a trace counts with all that it may take among what a launch
// writes by itself, and what is written goes to its end, whoever shortened it.
func TestTraceFiles(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	root, err := os.OpenRoot(out)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	s := &spill{directory: &directory{path: out, root: root}}
	path, file, err := traces{s}.Open("name")
	if err != nil || s.bytes != relay.MaxTrace || !strings.HasPrefix(filepath.Base(path), "trace-name-") {
		t.Fatalf("%s, %v; %d bytes", path, err, s.bytes)
	}
	path = filepath.Join(out, filepath.Base(path))
	file.Write([]byte("first\n"))
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	file.Write([]byte("second\n"))
	if text, err := os.ReadFile(path); err != nil || string(text) != "second\n" {
		t.Errorf("%q, %v", text, err)
	}
	s.bytes = maxSpillBytes - relay.MaxTrace + 1
	if path, _, err := (traces{s}).Open("name"); err == nil {
		t.Errorf("one too many was begun: %s", path)
	}
	s.close()
	if _, err := file.Write([]byte("late\n")); err == nil {
		t.Error("the file of a launch that ended is written")
	}
}

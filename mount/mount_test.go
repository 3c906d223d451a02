package mount

import (
	"os"
	"path/filepath"
	"testing"
)

// What go run builds is gone in a moment; what lies anywhere else stays.
func TestLasting(t *testing.T) {
	t.Setenv("GOCACHE", "")
	for program, lasting := range map[string]bool{
		"/usr/local/bin/connector-browser":                                true,
		"/home/me/go/bin/connector-browser":                               true,
		"/tmp/connector-browser":                                          true,
		"/home/me/go-builder/connector-browser":                           true,
		"/home/me/src/go-build":                                           true, // its name, not its folder
		"/tmp/go-build2813308/b001/exe/connector-browser":                 false,
		"/home/me/.cache/go-build/ab/abcdef-d/connector-browser":          false,
		"/Users/me/Library/Caches/go-build/ab/abcdef-d/connector-browser": false,
	} {
		if err := Lasting(program); (err == nil) != lasting {
			t.Errorf("Lasting(%q) says %v", program, err)
		}
	}
	cache, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", cache)
	if Lasting(filepath.Join(cache, "ab/abcdef-d/connector-browser")) == nil {
		t.Error("a program in GOCACHE passes for lasting")
	}
}

// The program is called by its own name, whatever link it was started by.
func TestProgram(t *testing.T) {
	t.Parallel()
	got, err := Program()
	if err != nil {
		t.Fatal(err)
	}
	mine, err := os.Stat(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(got); err != nil || !filepath.IsAbs(got) || !os.SameFile(info, mine) {
		t.Errorf("Program gives %q (%v), which is not this file", got, err)
	}
}

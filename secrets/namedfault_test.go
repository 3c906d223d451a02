package secrets

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"connector-browser/secrets/safefile"
)

// Each system call of a SetNamed fails in turn; the old secret is there
// or the new one, and no other file.
func TestSetNamedFails(t *testing.T) {
	t.Parallel()
	renamed := false
	for _, step := range safefile.WriteSteps {
		renamed = renamed || step == "rename"
		dir := newDir(t)
		before := Named{Name: "word", Hosts: []string{"a.example"}, Value: "before"}
		if err := dir.SetNamed(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		dir.trap = func(at string) error {
			if at == "word "+step {
				return &os.PathError{Op: "write", Path: "/a/random/name", Err: syscall.ENOSPC}
			}
			return nil
		}
		if err := dir.SetNamed(t.Context(), Named{Name: "word", Hosts: []string{"a.example"}, Value: "after"}); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: the failing SetNamed says %v", step, err)
		}
		want := map[bool]string{false: "before", true: "after"}[renamed]
		if all, err := dir.Named(t.Context()); err != nil || len(all) != 1 || all[0].Value != want {
			t.Errorf("%s: there is %v, %v; want %q", step, all, err, want)
		}
		wantFiles(t, filepath.Join(dir.Path(), "secrets"), "word")
	}
}

// A reader sees whole secrets only, whoever writes; and what a killed
// writer left is no secret, and gone with the next.
func TestNamedAreWhole(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	set := func(value string) {
		if err := dir.SetNamed(t.Context(), Named{Name: "word", Hosts: []string{"a.example"}, Value: value}); err != nil {
			t.Error(err)
		}
	}
	set("before")
	left := filepath.Join(dir.Path(), "secrets", ".word.tmp-1")
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for range 25 {
				all, err := dir.Named(t.Context())
				if err != nil || len(all) != 1 || all[0].Value != "before" && all[0].Value != "after" {
					t.Errorf("a reader sees %v, %v", all, err)
				}
			}
		})
	}
	for range 10 {
		set("after")
		set("before")
	}
	readers.Wait()
	wantFiles(t, filepath.Join(dir.Path(), "secrets"), "word")
}

package demo

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// openHome opens a home below a cache directory of the test's own.
func openHome(t *testing.T, program string) *Home {
	t.Helper()
	ownCache(t)
	h, err := OpenHome(t.Context(), program, func(string) { t.Error("a fresh home is held by somebody") })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func TestTheHomeLiesBelowTheCacheAndBelongsToOneDemo(t *testing.T) {
	h := openHome(t, "")
	if cache, _ := os.UserCacheDir(); !strings.HasSuffix(h.Dir, "connector-browser/demo") || !strings.Contains(h.Dir, filepath.Base(cache)) {
		t.Errorf("the home is %s", h.Dir)
	}
	if info, err := os.Stat(h.Dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	waited := ""
	if _, err := OpenHome(ctx, "", func(dir string) { waited = dir }); err == nil || waited != h.Dir {
		t.Errorf("a second demo got in, after waiting for %q: %v", waited, err)
	}
	h.Close()
	next, err := OpenHome(t.Context(), "", func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	next.Close()
}

func TestAClosedHomeHoldsNoLogin(t *testing.T) {
	h := openHome(t, "")
	if err := h.SetPolicy(openPolicy("127.0.0.1:1")); err != nil {
		t.Fatal(err)
	}
	handle := filepath.Join(h.Connector(), "BROWSER_STORAGE_STATE")
	if err := os.WriteFile(handle, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Close()
	if _, err := os.Stat(handle); !os.IsNotExist(err) {
		t.Errorf("the login is still there: %v", err)
	}
	err := filepath.WalkDir(h.Dir, func(path string, d fs.DirEntry, err error) error {
		if info, _ := d.Info(); info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is open to others: %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLaunchesAreFound(t *testing.T) {
	h := openHome(t, "")
	for _, name := range []string{"launch-a", "bin", "trace"} {
		if err := os.MkdirAll(filepath.Join(h.Connector(), name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	got, err := h.Launches()
	if err != nil || !slices.Equal(got, []string{filepath.Join(h.Connector(), "launch-a")}) {
		t.Errorf("got %q and %v", got, err)
	}
}

func TestAVerbGivesItsOutputOrItsLastSentence(t *testing.T) {
	h := openHome(t, "/bin/sh")
	out, err := h.Verb(t.Context(), "typed", new(strings.Builder), "-c", `cat; echo " in $CONFIG_LOCAL_DIR"`)
	if err != nil || out != "typed in "+h.Dir+"\n" {
		t.Errorf("got %q and %v", out, err)
	}
	var notes strings.Builder
	_, err = h.Verb(t.Context(), "", &notes, "-c", "echo one >&2; echo connector-browser: no registry >&2; exit 1")
	if err == nil || err.Error() != "no registry" || notes.String() != "one\nconnector-browser: no registry\n" {
		t.Errorf("got %v, and noted %q", err, notes.String())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := h.Verb(ctx, "", new(strings.Builder), "-c", "exec sleep 60"); err == nil || time.Since(began) > 5*time.Second {
		t.Errorf("an interrupted verb went on: %v", err)
	}
}

func TestProcessesOfADirectoryAreFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "waits")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nread line\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", script)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	got, err := processesOf(dir)
	if err != nil || !slices.Contains(got, cmd.Process.Pid) || len(got) != 1 {
		t.Errorf("got %v and %v, want %d alone", got, err, cmd.Process.Pid)
	}
	stdin.Close()
	cmd.Wait()
	if got, err := processesOf(dir); err != nil || len(got) != 0 {
		t.Errorf("after its end got %v and %v", got, err)
	}
}

package launcher

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	connectorbrowser "connector-browser"
	"connector-browser/launcher/launchtest"
	"connector-browser/pins"
)

// TestFillingTheDisk: a launch that fills the disk ends, says so, and gives the
// disk back; one that finds it full goes on. Every disk is full here.
func TestFillingTheDisk(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	in, say := io.Pipe()
	out, toClient := io.Pipe()
	s := launchtest.Talk(t, say, out)
	var said atomic.Value
	said.Store("")
	l := Launch{
		Conf: conf.Dir, Lock: connectorbrowser.Lock, Record: connectorbrowser.Record, Platform: pins.HostPlatform(),
		In: in, Out: toClient, Err: io.Discard, Say: func(sentence string) { said.Store(said.Load().(string) + sentence) },
		diskFloor: 1 << 62,
	}
	ended := make(chan error, 1)
	go func() {
		_, err := l.Run(context.Background())
		toClient.Close()
		ended <- err
	}()
	s.Initialize()
	s.Up()
	time.Sleep(3 * diskEvery)
	s.Run(`async page => 1`, nil) // no fault of its own
	s.Call("browser_run_code_unsafe", launchtest.Arguments{"code": `async page => { ` + launchtest.Escape + `
		for (let n = 0; n < 200; n++) p.getBuiltinModule("fs").writeFileSync("file-" + n, "x".repeat(1 << 20)); await new Promise(() => {}) }`})
	select {
	case err := <-ended:
		if err != nil || !strings.Contains(said.Load().(string), "the session filled the disk") {
			t.Errorf("it ended with %v and said %q", err, said.Load())
		}
	case <-time.After(time.Minute):
		t.Error("it goes on")
		say.Close()
		<-ended
	}
	conf.LeavesNothing()
}

// TestGuilty: what counts as filling a disk.
func TestGuilty(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fill func(dir string) error
		want bool
	}{
		"nothing":     {func(string) error { return nil }, false},
		"sparse file": {func(dir string) error { return sparse(filepath.Join(dir, "sparse")) }, false},
		"deep": {func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, strings.Repeat("d/", guiltyDepth+2)), 0o700)
		}, true},
		"many": {func(dir string) error {
			for n := range guiltyEntries {
				if err := os.Mkdir(filepath.Join(dir, string(rune(0x4e00+n))), 0o700); err != nil {
					return err
				}
			}
			return nil
		}, true},
		"a link to much": {func(dir string) error { return os.Symlink("/usr", filepath.Join(dir, "link")) }, false},
	} {
		dir := t.TempDir()
		if err := c.fill(dir); err != nil {
			t.Fatal(err)
		}
		if got := (&directory{path: dir}).guilty(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if nearlyFull(t.TempDir(), 1) {
		t.Error("one byte is free")
	}
}

func sparse(path string) error {
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(path, 1<<40)
}

package pins_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// CB-006: the script is started from the unpacked tree, with no other
// node_modules around, and says its version.
func TestServerStarts(t *testing.T) {
	t.Parallel()
	b := pinstest.Build(t)
	cmd := exec.Command(b.Node, b.Script, "--version")
	cmd.Dir, cmd.Env = "/", []string{"HOME=" + t.TempDir()}
	out, err := cmd.CombinedOutput()
	want := pinstest.Lock(t).Program("playwright-mcp").Version
	if err != nil || strings.TrimSpace(string(out)) != "Version "+want {
		t.Errorf("%q %v", out, err)
	}
}

// The compile cache that the installation filled is the one that Node.js finds
// as the child sees things: as user 1000, and with bin/ somewhere else than
// where it was installed. It writes nothing there.
func TestCompileCacheIsUsed(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "bin")
	pinstest.Copy(t, bin)
	b, err := pins.Check(t.Context(), pinstest.Lock(t), pins.HostPlatform(), bin)
	must(err)
	before := stamps(t, b.CompileCache)
	cmd := exec.Command(b.Node, b.Script, "--version")
	cmd.Env = append([]string{"HOME=" + t.TempDir(), "NODE_DEBUG_NATIVE=COMPILE_CACHE"}, b.Env...)
	if !asChild(cmd) {
		t.Skip("no user namespace can be made here")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("no user namespace can be made here: %v %.300s", err, out)
	}
	if n := strings.Count(string(out), "was accepted"); n != 3 {
		t.Errorf("%d modules came from the cache:\n%s", n, out)
	}
	for path := range stamps(t, b.CompileCache) {
		if _, was := before[path]; !was {
			t.Errorf("%s was written", path)
		}
	}
}

// The compile cache holds what a session needs, not only what Node.js caches when
// it compiles a module: the functions that ran are several times as much.
func TestCompileCacheIsWarm(t *testing.T) {
	t.Parallel()
	b := pinstest.Build(t)
	cold := t.TempDir()
	cmd := exec.Command(b.Node, b.Script, "--version")
	cmd.Env = []string{"HOME=" + t.TempDir(), "NODE_COMPILE_CACHE=" + cold}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	warm, plain := size(t, b.CompileCache), size(t, cold)
	if plain == 0 || warm < 2*plain {
		t.Errorf("the cache has %d bytes where Node.js alone caches %d", warm, plain)
	}
}

// size is how many bytes the files of a folder have.
func size(t *testing.T, folder string) (bytes int64) {
	t.Helper()
	must(filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var info fs.FileInfo
			info, err = d.Info()
			bytes += info.Size()
		}
		return err
	}))
	return bytes
}

// What the installation runs sees nothing of the caller's environment.
func TestFillEnvironment(t *testing.T) {
	t.Setenv("NODE_OPTIONS", "--require=/nowhere.js")
	t.Setenv("SECRET", "marker")
	toy := newToy()
	seen := filepath.Join(t.TempDir(), "seen")
	script := "#!/bin/sh\nenv >" + seen + "\necho Version 1.2.3\n"
	toy.lock["node"].Archives[0]["content"] = map[string]string{"bin/node": ""}
	toy.pack("node", 0, txz(thing{name: "n/LICENSE"}, thing{name: "n/bin/node", body: script, mode: executable}))
	o := serve(t, toy).options(t)
	install(t, o)
	got, err := os.ReadFile(seen)
	must(err)
	for _, word := range []string{"marker", "NODE_OPTIONS"} {
		if strings.Contains(string(got), word) {
			t.Errorf("it sees %s:\n%s", word, got)
		}
	}
	if !strings.Contains(string(got), "HOME="+o.Dir+"/.unpack-") {
		t.Errorf("its home is not thrown away:\n%s", got)
	}
}

// A runtime that does not start, and a server of another version, leave no
// build.
func TestFillRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ script, word string }{
		"fails":           {"#!/bin/sh\necho 'no libstdc++' >&2\nexit 127\n", "the pinned Node.js does not run on this machine: exit status 127 (no libstdc++)"},
		"another version": {"#!/bin/sh\necho Version 9\n", "does not call itself version 1.2.3"},
		"no program":      {"\x7fELF", "the pinned Node.js does not run on this machine"},
	} {
		t.Run(name, func(t *testing.T) {
			toy := newToy()
			toy.lock["node"].Archives[0]["content"] = map[string]string{"bin/node": ""}
			toy.pack("node", 0, txz(thing{name: "n/LICENSE"}, thing{name: "n/bin/node", body: c.script, mode: executable}))
			o := serve(t, toy).options(t)
			refused(t, o, c.word)
			notInstalled(t, o)
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		toy := newToy()
		toy.lock["node"].Archives[0]["content"] = map[string]string{"bin/node": ""}
		toy.pack("node", 0, txz(thing{name: "n/LICENSE"}, thing{name: "n/bin/node", body: "#!/bin/sh\nexec sleep 60\n", mode: executable}))
		o := serve(t, toy).options(t)
		ctx, cancel := context.WithCancel(t.Context())
		o.Progress = cancelAt{"filling the compile cache", cancel}
		if _, err := pins.Install(ctx, o); err == nil {
			t.Error("it succeeded")
		}
		notInstalled(t, o)
	})
}

// cancelAt cancels when an installation says something.
type cancelAt struct {
	at     string
	cancel context.CancelFunc
}

func (cancelAt) Started(string, int64, int64) {}
func (cancelAt) Received(string, int64)       {}
func (cancelAt) Finished(string)              {}
func (c cancelAt) Note(s string) {
	if s == c.at {
		c.cancel()
	}
}

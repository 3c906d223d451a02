package pins_test

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"connector-browser/pins"
)

// CB-007: an installation asks for each archive of this platform once, and for
// nothing else: three of the server, one of Node.js, one of the browser.
func TestInstallRequests(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	i := install(t, h.options(t))
	want := []string{
		"chrome.test/155.0/linux64/chrome-linux64.zip",
		"first.test/v24.0.0/node-v24.0.0.tar.xz",
		"registry.test/@toy/mcp/-/mcp-1.2.3.tgz",
		"registry.test/toy-core/-/toy-core-9.9.9.tgz",
		"registry.test/toy/-/toy-9.9.9.tgz",
	}
	if diff := cmp.Diff(want, h.seen()); diff != "" {
		t.Error(diff)
	}
	if !i.Changed || i.Build.BrowserName != "chrome" {
		t.Errorf("%+v", i)
	}
}

// CB-008: a flipped byte in the last archive that comes, and nothing is
// unpacked.
func TestInstallFlippedByte(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"server", "node", "chrome"} {
		t.Run(program, func(t *testing.T) {
			toy := newToy()
			h := serve(t, toy)
			bad := slices.Clone(toy.bytes(program, 0))
			bad[len(bad)/2] ^= 1
			toy.archives[sum(toy.bytes(program, 0))] = bad
			o := h.options(t)
			name := map[string]string{"server": "toy-mcp-1.2.3.tgz", "node": "node-v24.0.0.tar.xz", "chrome": "155.0-chrome-linux64.zip"}[program]
			refused(t, o, name+" is not what binaries.lock.json pins", "its sha256 is", "nothing was unpacked")
			notInstalled(t, o)
			onlyArchives(t, o.Dir)
		})
	}
}

// onlyArchives expects that nothing was unpacked and no wrong archive kept.
func onlyArchives(t *testing.T, bin string) {
	t.Helper()
	entries, err := os.ReadDir(bin)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "archives" {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// CB-010: bin/ and archives/ are 0700 under any umask, everything in the trees
// 0755 or 0644, and the archives are kept.
func TestInstallModes(t *testing.T) {
	h := serve(t, newToy()) // not parallel: the umask is the process's
	o := h.options(t)
	old := syscall.Umask(0o027)
	i := install(t, o)
	syscall.Umask(old)
	for path, want := range map[string]fs.FileMode{
		o.Dir: 0o700, filepath.Join(o.Dir, "archives"): 0o700, filepath.Join(o.Dir, "node_modules"): 0o755,
		filepath.Join(o.Dir, "node_modules/@toy/mcp"): 0o755, i.Build.Script: 0o755, i.Build.Node: 0o755,
		filepath.Join(o.Dir, "node_modules/@toy/mcp/index.js"): 0o644, i.Build.CompileCache: 0o755,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has the mode %o, not %o", path, info.Mode().Perm(), want)
		}
	}
	entries, err := os.ReadDir(filepath.Join(o.Dir, "archives"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{"155.0-chrome-linux64.zip", "node-v24.0.0.tar.xz", "toy-9.9.9.tgz", "toy-core-9.9.9.tgz", "toy-mcp-1.2.3.tgz"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

// CB-011: a second installation makes no request and touches no file.
func TestInstallTwice(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	o := h.options(t)
	install(t, o)
	before := stamps(t, o.Dir)
	h.forget()
	o.Registry = func(context.Context) (string, error) { return "", errors.New("asked for the registry") }
	if i := install(t, o); i.Changed {
		t.Error("the second installation says that it changed something")
	}
	if len(h.seen()) > 0 {
		t.Errorf("requests: %q", h.seen())
	}
	if diff := cmp.Diff(before, stamps(t, o.Dir)); diff != "" {
		t.Error(diff)
	}
}

// stamps are the inode, the time of the last change and the mode of everything.
func stamps(t testing.TB, folder string) map[string][3]int64 {
	t.Helper()
	all := map[string][3]int64{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all[path] = [3]int64{int64(info.Sys().(*syscall.Stat_t).Ino), info.ModTime().UnixNano(), int64(info.Mode())}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// CB-012: what is damaged is put right from the archives at hand, without a
// request, and the trees that are intact stay the same files.
func TestInstallRepairs(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	o := h.options(t)
	i := install(t, o)
	h.forget()
	node := stamps(t, filepath.Join(o.Dir, "node"))
	must(os.WriteFile(i.Build.Script, []byte("something else entirely"), 0o755))
	must(os.WriteFile(filepath.Join(o.Dir, "node_modules", "stray.js"), nil, 0o644))
	must(os.Mkdir(filepath.Join(o.Dir, ".unpack-123"), 0o700))
	if _, err := pins.Check(t.Context(), o.Lock, o.Platform, o.Dir); err == nil {
		t.Error("the damage passed")
	}
	if i := install(t, o); !i.Changed {
		t.Error("nothing was repaired")
	}
	if len(h.seen()) > 0 {
		t.Errorf("requests: %q", h.seen())
	}
	if diff := cmp.Diff(node, stamps(t, filepath.Join(o.Dir, "node"))); diff != "" {
		t.Error(diff)
	}
	for _, gone := range []string{"node_modules/stray.js", ".unpack-123"} {
		if _, err := os.Lstat(filepath.Join(o.Dir, gone)); err == nil {
			t.Errorf("%s is still there", gone)
		}
	}
}

// CB-013: a platform that nobody pinned.
func TestUnpinnedPlatform(t *testing.T) {
	t.Parallel()
	o := serve(t, newToy()).options(t)
	o.Platform = "plan9-mips"
	const want = "binaries.lock.json pins no server build for plan9-mips"
	_, err := pins.Install(t.Context(), o)
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if _, err = pins.Check(t.Context(), o.Lock, o.Platform, o.Dir); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// An interruption leaves no build, and keeps what has come of an archive for
// the next run.
func TestInstallInterrupted(t *testing.T) {
	t.Parallel()
	toy := newToy()
	h := serve(t, toy)
	o := h.options(t)
	ctx, cancel := context.WithCancel(t.Context())
	half := len(toy.bytes("chrome", 0)) / 2
	h.answer(func(w http.ResponseWriter, r *http.Request, data []byte) bool {
		if !strings.HasSuffix(r.URL.Path, ".zip") {
			return false
		}
		w.Header().Set("Etag", `"`+sum(data)[:8]+`"`)
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Write(data[:half])
		w.(http.Flusher).Flush()
		time.Sleep(300 * time.Millisecond)
		cancel()
		<-r.Context().Done()
		return true
	})
	if _, err := pins.Install(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	notInstalled(t, o)
	h.answer(nil)
	o.Progress = &notes{}
	install(t, o)
	want := "155.0-chrome-linux64.zip " + strconv.Itoa(half) + "/" + strconv.Itoa(len(toy.bytes("chrome", 0)))
	if n := o.Progress.(*notes); !slices.Contains(n.started, want) {
		t.Errorf("it did not continue: %q", n.started)
	}
}

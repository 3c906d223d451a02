package pins_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// alter changes a copy of an installed build; it returns the path that the
// refusal must name.
type alter func(t *testing.T, bin string) string

// CB-016: what is not as it was unpacked is refused, and the refusal names it.
func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	at := func(parts ...string) func(string) string {
		return func(bin string) string { return filepath.Join(append([]string{bin}, parts...)...) }
	}
	core := at("node_modules", "playwright-core", "package.json")
	for name, c := range map[string]struct {
		change alter
		word   string
	}{
		"a file added": {func(t *testing.T, bin string) string {
			return write(t, at("node_modules", "playwright", "lib", "added.js")(bin), "")
		}, "was added"},
		"a folder added": {func(t *testing.T, bin string) string {
			path := at("node_modules", "playwright", "node_modules")(bin)
			must(os.Mkdir(path, 0o755))
			return path
		}, "was added"},
		"a module beside": {func(t *testing.T, bin string) string {
			return write(t, at("node_modules", "bufferutil.js")(bin), "")
		}, "was added"},
		"a module in the scope": {func(t *testing.T, bin string) string {
			path := at("node_modules", "@playwright", "other")(bin)
			must(os.Mkdir(path, 0o755))
			return path
		}, "was added"},
		"a file in bin": {func(t *testing.T, bin string) string { return write(t, at("package.json")(bin), "{}") }, "was added"},
		"a file removed": {func(t *testing.T, bin string) string {
			must(os.Remove(core(bin)))
			return core(bin)
		}, "was removed"},
		"the empty folder removed": {func(t *testing.T, bin string) string {
			path := at("chromium-headless", "locales")(bin)
			must(os.Remove(path))
			return path
		}, "was removed"},
		"a mode": {func(t *testing.T, bin string) string {
			pinstest.Own(t, core(bin))
			must(os.Chmod(core(bin), 0o645))
			return core(bin)
		}, "got the mode 0645 where 0644 was"},
		"a set-user-id bit": {func(t *testing.T, bin string) string {
			path := at("node", "bin", "node")(bin)
			pinstest.Own(t, path)
			must(os.Chmod(path, 0o755|os.ModeSetuid))
			return path
		}, "got the mode 4755"},
		"the mode of a folder": {func(t *testing.T, bin string) string {
			path := at("node_modules", "playwright", "lib")(bin)
			must(os.Chmod(path, 0o777))
			return path
		}, "got the mode 0777"},
		"the mode of a folder between": {func(t *testing.T, bin string) string {
			path := at("node_modules")(bin)
			must(os.Chmod(path, 0o777))
			return path
		}, "got the mode 0777"},
		"the mode of bin": {func(t *testing.T, bin string) string {
			must(os.Chmod(bin, 0o755))
			return bin
		}, "got the mode 0755 where 0700 was"},
		"a size": {func(t *testing.T, bin string) string {
			pinstest.Own(t, core(bin))
			f, err := os.OpenFile(core(bin), os.O_APPEND|os.O_WRONLY, 0)
			must(err)
			f.WriteString("\n")
			f.Close()
			return core(bin)
		}, "bytes where"},
		"a link for a file": {func(t *testing.T, bin string) string {
			must(os.Rename(core(bin), filepath.Join(t.TempDir(), "package.json")))
			must(os.Symlink("index.js", core(bin)))
			return core(bin)
		}, "became a link where a file was"},
		"a fifo for a file": {func(t *testing.T, bin string) string {
			path := at("node_modules", "@playwright", "mcp", "cli.js")(bin)
			must(os.Remove(path))
			mkfifo(t, path)
			return path
		}, ""},
		"cli.js, at its size": {func(t *testing.T, bin string) string {
			return flip(t, at("node_modules", "@playwright", "mcp", "cli.js")(bin))
		}, "changed its content"},
		"node, at its size": {func(t *testing.T, bin string) string { return flip(t, at("node", "bin", "node")(bin)) }, "changed its content"},
		"the compile cache": {func(t *testing.T, bin string) string {
			files, err := filepath.Glob(at("compile-cache", "*", "*")(bin))
			if err != nil || len(files) == 0 {
				t.Fatal(err, "no compile cache")
			}
			flip(t, files[0])
			return at("compile-cache")(bin)
		}, "changed"},
		"no compile cache": {func(t *testing.T, bin string) string {
			must(os.RemoveAll(at("compile-cache")(bin)))
			return at("compile-cache")(bin)
		}, "was removed"},
		"a manifest": {func(t *testing.T, bin string) string { return flip(t, at("manifests", "node")(bin)) }, "changed its content"},
	} {
		t.Run("CB-016 "+name, func(t *testing.T) {
			t.Parallel()
			bin := filepath.Join(t.TempDir(), "bin")
			pinstest.Copy(t, bin)
			path := c.change(t, bin)
			_, err := pins.Check(t.Context(), pinstest.Lock(t), pins.HostPlatform(), bin)
			if err == nil {
				t.Fatal("it passed")
			}
			if !strings.HasPrefix(err.Error(), path+" ") || !strings.Contains(err.Error(), c.word) || !strings.Contains(err.Error(), "run connector-browser install") {
				t.Errorf("the refusal is %q", err)
			}
		})
	}
}

// CB-016, and its documented limit: another file whose content alone changes,
// at the same size, starts.
func TestCheckLimit(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "bin")
	pinstest.Copy(t, bin)
	flip(t, filepath.Join(bin, "node_modules", "playwright-core", "package.json"))
	b, err := pins.Check(t.Context(), pinstest.Lock(t), pins.HostPlatform(), bin)
	if err == nil {
		err = b.BrowserChecked(t.Context())
	}
	if err != nil {
		t.Error(err)
	}
}

// CB-016: the browser's content is compared after Check has returned, its
// libraries' too.
func TestCheckBrowserContent(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"chromium", "lib/libnss3.so", "libvk_swiftshader.so"} {
		t.Run(name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "bin")
			pinstest.Copy(t, bin)
			path := flip(t, filepath.Join(bin, "chromium-headless", name))
			b, err := pins.Check(t.Context(), pinstest.Lock(t), pins.HostPlatform(), bin)
			if err == nil {
				err = b.BrowserChecked(t.Context())
			}
			if err == nil || !strings.HasPrefix(err.Error(), path+" changed its content") {
				t.Errorf("%v", err)
			}
		})
	}
}

// A context that ends does not leave an unchecked browser looking checked.
func TestCheckCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	b, err := pins.Check(ctx, pinstest.Lock(t), pins.HostPlatform(), pinstest.Installed(t))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := b.BrowserChecked(context.Background()); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if b, err := pins.Check(ctx, pinstest.Lock(t), pins.HostPlatform(), pinstest.Installed(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v %v", b, err)
	}
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	must(os.Chmod(path, 0o644))
	return path
}

// replace puts a new file in the place of one that may be a shared hard link.
func replace(t *testing.T, path string, data []byte) {
	t.Helper()
	must(os.Remove(path))
	must(os.WriteFile(path, data, 0o600))
}

// flip changes one byte in the middle of a file and nothing else.
func flip(t *testing.T, path string) string {
	t.Helper()
	pinstest.Own(t, path)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(err)
	defer f.Close()
	info, err := f.Stat()
	must(err)
	var b [1]byte
	_, err = f.ReadAt(b[:], info.Size()/2)
	must(err)
	b[0] ^= 1
	_, err = f.WriteAt(b[:], info.Size()/2)
	must(err)
	return path
}

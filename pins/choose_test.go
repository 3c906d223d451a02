package pins_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connector-browser/pins"
)

// The default choice: the lock's order, passing over what this machine cannot
// have, with a line that says why and what would change it.
func TestChooseByOrder(t *testing.T) {
	t.Parallel()
	t.Run("the first, where nothing is in its way", func(t *testing.T) {
		t.Parallel()
		o := serve(t, newToy()).options(t)
		if i := install(t, o); i.Build.BrowserName != "chrome" || o.Progress.(*notes).text() != "unpacking\nfilling the compile cache" {
			t.Errorf("%s %s", i.Build.BrowserName, o.Progress.(*notes).text())
		}
	})
	t.Run("a library that the lock lists is missing, which is known before the download", func(t *testing.T) {
		t.Parallel()
		skipUnlessLinux(t)
		toy := newToy()
		toy.lock["chrome"].Libraries = []map[string]string{{"name": "libnowhere.so.7", "debian": "libnowhere7", "fedora": "nowhere"}, {"name": "libc.so.6", "debian": "libc6", "fedora": "glibc"}}
		h := serve(t, toy)
		o := h.options(t)
		i := install(t, o)
		says(t, o, "passing over chrome: this machine lacks libnowhere.so.7", "install --browser chrome")
		if i.Build.BrowserName != "headless" || asked(h, "chrome.test") {
			t.Errorf("%s %q", i.Build.BrowserName, h.seen())
		}
		o.Browser = "chrome"
		refused(t, o, "chrome needs shared libraries that this machine lacks: libnowhere.so.7")
		if b, err := pins.Check(t.Context(), o.Lock, o.Platform, o.Dir); err != nil || b.BrowserName != "headless" {
			t.Errorf("the refusal cost the build that was there: %v", err)
		}
	})
	t.Run("a library that nobody listed is missing, which the ELF file says", func(t *testing.T) {
		t.Parallel()
		skipUnlessLinux(t)
		toy := newToy()
		toy.pack("chrome", 0, zipped(thing{name: "chrome-linux64/chrome", body: string(tinyELF("libc.so.6", "libelsewhere.so.1")), mode: executable}))
		o := serve(t, toy).options(t)
		i := install(t, o)
		says(t, o, "passing over chrome: this machine lacks libelsewhere.so.1")
		if i.Build.BrowserName != "headless" {
			t.Error(i.Build.BrowserName)
		}
		o.Browser = "chrome"
		refused(t, o, "chrome needs shared libraries that this machine lacks: libelsewhere.so.1")
	})
	t.Run("its hosts cannot be reached", func(t *testing.T) {
		t.Parallel()
		h := serve(t, newToy())
		h.dead = []string{"chrome.test", "mirror.test"}
		o := h.options(t)
		i := install(t, o)
		says(t, o, "passing over chrome: chrome.test cannot be reached: no such host", "install --browser chrome", "--from")
		if i.Build.BrowserName != "headless" {
			t.Error(i.Build.BrowserName)
		}
		o.Browser = "chrome"
		refused(t, o, "155.0-chrome-linux64.zip cannot be downloaded: chrome.test cannot be reached")
	})
	t.Run("one of its hosts can be reached", func(t *testing.T) {
		t.Parallel()
		h := serve(t, newToy())
		h.dead = []string{"chrome.test"}
		o := h.options(t)
		if i := install(t, o); i.Build.BrowserName != "chrome" {
			t.Error(i.Build.BrowserName)
		}
	})
	t.Run("the wrong bytes are no reason", func(t *testing.T) {
		t.Parallel()
		h := serve(t, newToy())
		h.answer(func(w http.ResponseWriter, r *http.Request, data []byte) bool {
			if !strings.HasSuffix(r.URL.Path, ".zip") {
				return false
			}
			w.Write(slices.Repeat([]byte{0}, len(data)))
			return true
		})
		o := h.options(t)
		refused(t, o, "155.0-chrome-linux64.zip is not what binaries.lock.json pins")
		if asked(h, "registry.test/@toy/chromium") {
			t.Error("the next browser was fetched")
		}
	})
	t.Run("no browser is left", func(t *testing.T) {
		t.Parallel()
		h := serve(t, newToy())
		h.dead = []string{"chrome.test", "mirror.test"}
		delete(h.toy.lock, "headless")
		refused(t, h.options(t), "chrome.test cannot be reached")
	})
	t.Run("a registry that cannot be reached is no reason", func(t *testing.T) {
		t.Parallel()
		h := serve(t, newToy())
		h.dead = []string{registryHost}
		o := h.options(t)
		refused(t, o, "cannot be downloaded: registry.test cannot be reached")
		if strings.Contains(o.Progress.(*notes).text(), "passing over") {
			t.Error(o.Progress.(*notes).text())
		}
	})
}

// Node.js comes from its alternative where its first host cannot be reached.
func TestChooseAlternative(t *testing.T) {
	t.Parallel()
	toy := newToy()
	a := toyArchive{}
	for k, v := range toy.lock["node"].Archives[0] {
		a[k] = v
	}
	a["source"] = "npm:toy-node@{version}"
	delete(a, "file")
	h := serve(t, toy)
	toy.add("node", "", "", a, tgz(thing{name: "package/LICENSE", body: "free too"}, thing{name: "package/bin/node", body: runtimeScript, mode: executable}))
	h.dead = []string{"first.test"}
	o := h.options(t)
	install(t, o)
	says(t, o, "first.test cannot be reached", "taking npm:toy-node@24.0.0, whose bin/node has the same sha256")
}

// A browser by its name, and the other by its: only the browser's tree is
// fetched and replaced.
func TestChooseByName(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	o := h.options(t)
	o.Browser = "headless"
	i := install(t, o)
	want := []string{
		"FONTCONFIG_FILE=" + filepath.Join(o.Dir, "headless", "fonts.conf"), "LD_LIBRARY_PATH=" + filepath.Join(o.Dir, "headless", "lib"),
		"NODE_COMPILE_CACHE=" + filepath.Join(o.Dir, "compile-cache"), "NODE_COMPILE_CACHE_PORTABLE=1",
	}
	if !slices.Equal(i.Build.Env, want) {
		t.Errorf("%q", i.Build.Env)
	}
	fonts, err := os.ReadFile(filepath.Join(o.Dir, "headless", "fonts.conf"))
	if err != nil || string(fonts) != "ours" {
		t.Errorf("%q %v", fonts, err)
	}
	node := stamps(t, filepath.Join(o.Dir, "node"))
	h.forget()
	o.Browser = "chrome"
	if i := install(t, o); i.Build.BrowserName != "chrome" || !i.Changed {
		t.Errorf("%+v", i)
	}
	if seen := h.seen(); !slices.Equal(seen, []string{"chrome.test/155.0/linux64/chrome-linux64.zip"}) {
		t.Errorf("requests: %q", seen)
	}
	if after := stamps(t, filepath.Join(o.Dir, "node")); len(after) != len(node) {
		t.Error("node was unpacked again")
	}
	if _, err := os.Lstat(filepath.Join(o.Dir, "headless")); err == nil {
		t.Error("the browser that was there before is still there")
	}
	// without a name, what was chosen stays, also when it is repaired
	o.Browser = "headless"
	install(t, o)
	must(os.Remove(filepath.Join(o.Dir, "headless", "fonts.conf")))
	o.Browser = ""
	if i := install(t, o); i.Build.BrowserName != "headless" || !i.Changed {
		t.Errorf("%+v", i)
	}
	o.Browser = "firefox"
	refused(t, o, "--browser takes the absolute path of a browser", "chrome, headless")
}

// --from: archives under any names; nothing is downloaded, and what is missing
// is named, each.
func TestInstallFrom(t *testing.T) {
	t.Parallel()
	toy := newToy()
	h := serve(t, toy)
	o := h.options(t)
	o.From = t.TempDir()
	put := func(name, program string, n int) {
		must(os.WriteFile(filepath.Join(o.From, name), toy.bytes(program, n), 0o600))
	}
	must(os.Mkdir(filepath.Join(o.From, "a folder"), 0o700))
	must(os.WriteFile(filepath.Join(o.From, "of another platform"), []byte("0"), 0o600))
	put("one", "server", 0)
	put("two", "node", 0)
	err := refused(t, o, o.From+" holds no file", "toy-9.9.9.tgz", "toy-core-9.9.9.tgz")
	if strings.Contains(err.Error(), "toy-mcp") || strings.Contains(err.Error(), "node-v24") {
		t.Errorf("%v", err)
	}
	notInstalled(t, o)
	put("three", "server", 1)
	// right size, wrong bytes
	bad := slices.Clone(toy.bytes("server", 2))
	bad[9] ^= 1
	must(os.WriteFile(filepath.Join(o.From, "toy-core-9.9.9.tgz"), bad, 0o600))
	refused(t, o, "toy-core-9.9.9.tgz")
	put("four", "server", 2)
	refused(t, o, "toy-chromium-153.0.0.tgz")
	put("five", "headless", 0)
	o.Progress = &notes{}
	if i := install(t, o); i.Build.BrowserName != "headless" {
		t.Error(i.Build.BrowserName)
	}
	says(t, o, "passing over chrome", "155.0-chrome-linux64.zip")
	if len(h.seen()) > 0 {
		t.Errorf("requests: %q", h.seen())
	}
	put("six", "chrome", 0)
	o.Browser = "chrome"
	if i := install(t, o); i.Build.BrowserName != "chrome" {
		t.Error(i.Build.BrowserName)
	}
	o.Dir, o.From = filepath.Join(t.TempDir(), "bin"), filepath.Join(t.TempDir(), "nowhere")
	refused(t, o, "--from must name a folder that can be read")
}

func says(t *testing.T, o pins.Options, words ...string) {
	t.Helper()
	for _, w := range words {
		if text := o.Progress.(*notes).text(); !strings.Contains(text, w) {
			t.Errorf("%q was not said: %s", w, text)
		}
	}
}

func asked(h *host, prefix string) bool {
	return slices.ContainsFunc(h.seen(), func(s string) bool { return strings.HasPrefix(s, prefix) })
}

func skipUnlessLinux(t *testing.T) {
	t.Helper()
	if !strings.HasPrefix(string(pins.HostPlatform()), "linux-") {
		t.Skip("shared libraries are looked for on Linux only")
	}
}

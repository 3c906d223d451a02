package pins_test

import (
	"net/http"
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

package pins_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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

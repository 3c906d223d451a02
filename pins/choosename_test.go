package pins_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

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

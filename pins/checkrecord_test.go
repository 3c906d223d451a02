package pins_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// A tree and its manifest and installed.json changed together are caught where
// the lock knows the tree.
func TestCheckForgedRecord(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "bin")
	pinstest.Copy(t, bin)
	write(t, filepath.Join(bin, "node_modules", "playwright", "zz.js"), "")
	path := filepath.Join(bin, "manifests", "node_modules+playwright")
	old, err := os.ReadFile(path)
	must(err)
	forged := append(bytes.Clone(old), "file\t0644\t0\t-\tzz.js\n"...)
	replace(t, path, forged)
	record, err := os.ReadFile(filepath.Join(bin, "installed.json"))
	must(err)
	replace(t, filepath.Join(bin, "installed.json"), bytes.ReplaceAll(record, []byte(sum(old)), []byte(sum(forged))))
	_, err = pins.Check(t.Context(), pinstest.Lock(t), pins.HostPlatform(), bin)
	var lacks *pins.NotInstalledError
	if !errors.As(err, &lacks) || !strings.Contains(err.Error(), "node_modules/playwright is not what binaries.lock.json pins") {
		t.Errorf("%v", err)
	}
}

// What is no installation at all: nothing, another format, another platform,
// another version.
func TestCheckNotInstalled(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	o := h.options(t)
	notInstalled(t, o) // bin/ does not exist
	install(t, o)
	path := filepath.Join(o.Dir, "installed.json")
	good, err := os.ReadFile(path)
	must(err)
	for name, change := range map[string]func(map[string]any){
		"another format":   func(m map[string]any) { m["format"] = 2 },
		"an unknown key":   func(m map[string]any) { m["more"] = 1 },
		"another platform": func(m map[string]any) { m["platform"] = "linux-riscv" },
		"a tree less":      func(m map[string]any) { m["trees"] = m["trees"].([]any)[1:] },
		"another browser":  func(m map[string]any) { m["browser"] = "firefox" },
		"another archive":  func(m map[string]any) { m["trees"].([]any)[0].(map[string]any)["sha256"] = sum(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			var m map[string]any
			must(json.Unmarshal(good, &m))
			change(m)
			data, err := json.Marshal(m)
			must(err)
			replace(t, path, data)
			notInstalled(t, o)
		})
	}
	replace(t, path, []byte("{"))
	notInstalled(t, o)
	replace(t, path, good)
	if _, err := pins.Check(t.Context(), o.Lock, o.Platform, o.Dir); err != nil {
		t.Error(err)
	}
}

// CB-016: a link that leads elsewhere.
func TestCheckLinkTarget(t *testing.T) {
	t.Parallel()
	h := serve(t, newToy())
	o := h.options(t)
	install(t, o)
	path := filepath.Join(o.Dir, "chrome", "chrome-linux64", "latest")
	must(os.Remove(path))
	must(os.Symlink("locales", path))
	_, err := pins.Check(t.Context(), o.Lock, o.Platform, o.Dir)
	if err == nil || !strings.HasPrefix(err.Error(), path+" got another link target") {
		t.Errorf("%v", err)
	}
}

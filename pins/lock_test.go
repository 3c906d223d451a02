package pins_test

import (
	"encoding/json"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// CB-001, CB-014: the lock names the server under its key, with archives that
// have a platform, a source, a destination and a sha256, and pins four
// platforms (more than the two that the row knows).
func TestLockNamesTheBuild(t *testing.T) {
	t.Parallel()
	var raw map[string]struct {
		Version  string
		Archives []struct{ Platform, Source, Destination, SHA256 string }
	}
	must(json.Unmarshal(connectorbrowser.Lock, &raw))
	if raw["playwright-mcp"].Version != "0.0."+"83" || len(raw["playwright-mcp"].Archives) != 3 {
		t.Errorf("%+v", raw["playwright-mcp"])
	}
	platforms := map[string]bool{}
	for name, p := range raw {
		for _, a := range p.Archives {
			if a.Platform == "" || a.Source == "" || a.Destination == "" || len(a.SHA256) != 64 {
				t.Errorf("%s: %+v", name, a)
			}
			platforms[a.Platform] = true
		}
	}
	for _, p := range append(slices.Clone(pins.KnownPlatform), "*") {
		if !platforms[string(p)] {
			t.Errorf("no archive for %s", p)
		}
	}
	want := map[pins.Platform][]string{
		"linux-x64": {"chrome-for-testing", "chromium-headless"}, "linux-arm64": {"chrome-for-testing"},
		"darwin-arm64": {"chrome-for-testing"}, "darwin-x64": {"chrome-for-testing"}, "windows-x64": nil,
	}
	for platform, names := range want {
		if diff := cmp.Diff(names, pinstest.Lock(t).Browsers(platform)); diff != "" {
			t.Error(platform, diff)
		}
	}
}

// CB-002: templates expand to these addresses, platform by platform.
func TestLockExpandsSources(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	for _, p := range pinstest.Lock(t).Programs() {
		for _, a := range p.Archives {
			for _, s := range a.Addresses("https://registry.test/npm/") {
				got.WriteString(string(a.Platform) + " " + a.Destination + " " + a.Name() + " " + s + "\n")
			}
		}
	}
	want, err := os.ReadFile("testdata/sources.txt")
	must(err)
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

// CB-001: no other file of source names a version or a host of the lock.
func TestLockIsTheOnlyPlace(t *testing.T) {
	t.Parallel()
	var words []string
	for _, p := range pinstest.Lock(t).Programs() {
		words = append(words, p.Version)
		for _, a := range p.Archives {
			for _, s := range append([]string{a.Source}, a.Mirrors...) {
				if rest, ok := strings.CutPrefix(s, "https://"); ok {
					host, _, _ := strings.Cut(rest, "/")
					words = append(words, host)
				}
			}
		}
	}
	if address, err := pins.NPMRegistry(t.Context()); err == nil && address != pins.PublicAlias { // the registry of this machine is named nowhere at all
		if u, err := url.Parse(address); err == nil && u.Hostname() != "localhost" && net.ParseIP(u.Hostname()) == nil {
			words = append(words, u.Hostname())
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, w := range words {
			if strings.Contains(string(text), w) {
				t.Errorf("%s names %s", path, w)
			}
		}
		return nil
	})
	must(err)
}

// CB-004: what the unpacked packages depend on at run time is pinned, all of
// it.
func TestLockIsTheWholeClosure(t *testing.T) {
	t.Parallel()
	modules := filepath.Join(pinstest.Installed(t), "node_modules")
	pinned := map[string]bool{}
	for _, a := range pinstest.Lock(t).Program("playwright-mcp").Archives {
		pinned[strings.TrimPrefix(a.Destination, "node_modules/")] = true
	}
	for name := range pinned {
		var p struct {
			Version      string
			Dependencies map[string]string
		}
		data, err := os.ReadFile(filepath.Join(modules, name, "package.json"))
		must(err)
		must(json.Unmarshal(data, &p))
		for dependency := range p.Dependencies {
			if !pinned[dependency] {
				t.Errorf("%s needs %s, which is not pinned", name, dependency)
			}
		}
	}
}

// CB-005: Chrome for Testing is the build that the pinned playwright-core
// names, from the host that it names.
func TestLockAgreesWithPlaywright(t *testing.T) {
	t.Parallel()
	core := filepath.Join(pinstest.Installed(t), "node_modules", "playwright-core")
	var b struct {
		Browsers []struct{ Name, BrowserVersion string }
	}
	data, err := os.ReadFile(filepath.Join(core, "browsers.json"))
	must(err)
	must(json.Unmarshal(data, &b))
	chrome := pinstest.Lock(t).Program("chrome-for-testing")
	for _, browser := range b.Browsers {
		if browser.Name == "chromium" && browser.BrowserVersion != chrome.Version {
			t.Errorf("playwright-core names %s, the lock %s", browser.BrowserVersion, chrome.Version)
		}
	}
	bundle, err := os.ReadFile(filepath.Join(core, "lib", "coreBundle.js"))
	must(err)
	source := chrome.Archives[0].Source
	host := strings.Split(source, "/")[2]
	if !strings.Contains(string(bundle), host) {
		t.Errorf("playwright-core does not name %s", host)
	}
}

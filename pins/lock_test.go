package pins_test

import (
	"encoding/json"
	"io/fs"
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
			for _, s := range a.Sources("https://registry.test/npm/") {
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
	words = append(words, "registry."+"npmjs") // the registry's own name is nowhere at all
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

// A lock that is not exactly one is refused with a sentence.
func TestParseLockRefuses(t *testing.T) {
	t.Parallel()
	good := string(connectorbrowser.Lock)
	swap := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the lock no longer holds %s", old)
		}
		return strings.Replace(good, old, with, 1)
	}
	for name, c := range map[string]struct{ text, word string }{
		"empty":                     {"", "ends too early"},
		"an array":                  {"[]", "not a JSON object"},
		"cut off":                   {good[:len(good)/2], "ends too early"},
		"something after it":        {good + "{}", "follows"},
		"no programs":               {"{}", "exactly one server"},
		"a program that is null":    {`{"x":null}`, "role"},
		"an unknown key":            {swap(`"role": "server"`, `"role": "server", "extra": 1`), "extra"},
		"a key in another spelling": {swap(`"role"`, `"Role"`), `"Role"`},
		"a key given twice":         {swap(`"role": "server"`, `"role": "server", "role": "server"`), "given twice"},
		"a program given twice":     {swap(`"node": {`, `"playwright-mcp": {`), "given twice"},
		"an unknown role":           {swap(`"role": "server"`, `"role": "butler"`), "the role must be"},
		"two servers":               {swap(`"role": "runtime"`, `"role": "server"`), "exactly one server"},
		"no version":                {swap(`"version": "24`, `"versio": "24`), "versio"},
		"an unknown platform":       {swap(`"platform": "darwin-x64"`, `"platform": "darwin-ppc"`), "its platform is unknown"},
		"a short sha256":            {swap(`"sha256": "f00`, `"sha256": "f0`), "64 hexadecimal digits"},
		"a sha256 in upper case":    {swap(`"sha256": "f00`, `"sha256": "F00`), "64 hexadecimal digits"},
		"no size":                   {swap(`"size": 24095,`, ``), "size or max_size"},
		"a negative size":           {swap(`"size": 24095`, `"size": -1`), "size or max_size"},
		"a number as a string":      {swap(`"size": 24095`, `"size": "24095"`), "size"},
		"plain http":                {swap(`"source": "https://`, `"source": "http://`), "plain https address"},
		"a file":                    {swap(`"source": "https://`, `"source": "file:///`), "plain https address"},
		"an address with a secret":  {swap(`"source": "https://`, `"source": "https://u:p@`), "plain https address"},
		"another token":             {swap(`{file}`, `{arch}`), "token other than"},
		"no archive's name":         {swap(`-linux-x64.tar.xz"`, `-linux-x64.exe"`), "names no .zip"},
		"npm without a version":     {swap(`npm:@playwright/mcp@{version}`, `npm:@playwright/mcp`), "npm:NAME@VERSION"},
		"npm that climbs":           {swap(`npm:@playwright/mcp@{version}`, `npm:../mcp@{version}`), "npm:NAME@VERSION"},
		"a destination that climbs": {swap(`"destination": "node"`, `"destination": "../node"`), "destination"},
		"an absolute destination":   {swap(`"destination": "node"`, `"destination": "/node"`), "destination"},
		"a destination of ours":     {swap(`"destination": "node"`, `"destination": "archives"`), "destination"},
		"destinations in another":   {swap(`"destination": "node_modules/playwright"`, `"destination": "node_modules/@playwright"`), "lies inside"},
		"a start that climbs":       {swap(`"start": "cli.js"`, `"start": "../cli.js"`), "content"},
		"nothing that starts":       {swap(`"start": "cli.js",`, ``), "what is started"},
		"a name that climbs":        {swap(`"LICENSE", "bin/node"`, `"../LICENSE", "bin/node"`), "plain relative path"},
		"a bound that is missing":   {swap(`"max_unpacked": 4194304,`, ``), "max_unpacked"},
		"a strip that is absurd":    {swap(`"strip": 1`, `"strip": 100`), "strip"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := pins.ParseLock([]byte(c.text))
			if err == nil || !strings.HasPrefix(err.Error(), "binaries.lock.json: ") || !strings.Contains(err.Error(), c.word) {
				t.Errorf("%v", err)
			}
		})
	}
}

// FuzzParseLock: whatever the bytes, an answer and no panic; and what is
// accepted has only destinations inside bin/ and sources that may be fetched.
func FuzzParseLock(f *testing.F) {
	f.Add(connectorbrowser.Lock)
	f.Add([]byte(`{"a":{"role":"server","version":"1","archives":[{"platform":"*","source":"npm:a@1"}]}}`))
	f.Add([]byte(`{"a":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lock, err := pins.ParseLock(data)
		if err != nil {
			return
		}
		for _, p := range lock.Programs() {
			for _, a := range p.Archives {
				if !filepath.IsLocal(a.Destination) || strings.ContainsAny(a.Name(), "/\x00") {
					t.Errorf("%q %q", a.Destination, a.Name())
				}
				for _, s := range a.Sources("https://registry.test") {
					if !strings.HasPrefix(s, "https://") {
						t.Errorf("%q", s)
					}
				}
			}
		}
	})
}

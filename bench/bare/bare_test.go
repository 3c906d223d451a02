package bare

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connector-browser/pins"
)

// installed lays out a folder like a pinned build's.
func installed(t *testing.T) *pins.Build {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"chrome/bin/chrome": "#!/bin/sh\n", "chrome/bin/locales/en.pak": "en"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("chrome", filepath.Join(dir, "chrome/bin/chrome-link")); err != nil {
		t.Fatal(err)
	}
	return &pins.Build{
		Dir: dir, Node: filepath.Join(dir, "node"), Script: filepath.Join(dir, "cli.js"), Browser: filepath.Join(dir, "chrome/bin/chrome"),
		Env: []string{"LD_LIBRARY_PATH=" + dir, "NODE_COMPILE_CACHE=" + dir},
	}
}

func TestTheBrowserRunsFromACopyOfItsFolder(t *testing.T) {
	t.Parallel()
	build := installed(t)
	u, err := New(build, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(u.browser, build.Dir) {
		t.Errorf("the browser runs from %s, where it would write", u.browser)
	}
	twin := filepath.Dir(u.browser)
	if text, err := os.ReadFile(filepath.Join(twin, "locales/en.pak")); err != nil || string(text) != "en" {
		t.Errorf("got %q and %v", text, err)
	}
	if points, err := os.Readlink(filepath.Join(twin, "chrome-link")); err != nil || points != "chrome" {
		t.Errorf("the link points to %q, %v", points, err)
	}
}

func TestABrowserOfTheMachineStaysWhereItIs(t *testing.T) {
	t.Parallel()
	build := installed(t)
	build.Browser = "/usr/bin/chromium"
	u, err := New(build, t.TempDir())
	if err != nil || u.browser != build.Browser {
		t.Errorf("got %v and %v", u, err)
	}
}

func TestTheBareUpstreamGetsNoneOfWhatWeAdd(t *testing.T) {
	t.Parallel()
	u, err := New(installed(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cmd := u.Command("/out", "/state.json")
	if slices.ContainsFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "NODE_COMPILE_CACHE") }) {
		t.Error("it gets the compile cache")
	}
	if slices.ContainsFunc(cmd.Args, func(a string) bool { return strings.HasPrefix(a, "--proxy") }) {
		t.Error("it gets a proxy")
	}
	if !slices.ContainsFunc(cmd.Env, func(v string) bool { return strings.HasPrefix(v, "LD_LIBRARY_PATH=") }) {
		t.Error("it lacks the browser's libraries")
	}
}

func TestAFileIsDuplicatedWithItsMode(t *testing.T) {
	t.Parallel()
	from, to := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	if err := os.WriteFile(from, []byte("text"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := duplicate(from, to); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(to)
	if err != nil || info.Mode().Perm() != 0o700 || info.Size() != 4 {
		t.Errorf("got %v and %v", info, err)
	}
	if err := duplicate(from, to); err == nil {
		t.Error("a file was written over")
	}
}

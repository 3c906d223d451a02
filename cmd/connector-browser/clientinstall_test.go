package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gofrs/flock"

	"connector-browser/pins/pinstest"
)

// installClient installs a client from npm, once per machine, and gives the
// path of the one file in it that the pattern names. Its own install scripts
// are not run. Where npm cannot bring it the test is skipped, and fails where
// CI is set.
func installClient(t *testing.T, name, spec, pattern string) string {
	t.Helper()
	cache, err := pinstest.Cache()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "clients", name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	held := flock.New(filepath.Join(cache, "clients", name+".lock"))
	if err := held.Lock(); err != nil {
		t.Fatal(err)
	}
	defer held.Unlock()
	done := filepath.Join(dir, "installed")
	if was, _ := os.ReadFile(done); string(was) != spec {
		cmd := exec.CommandContext(t.Context(), "npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", spec)
		if out, err := cmd.CombinedOutput(); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("the client is needed where CI is set: %v\n%s", err, out)
			}
			t.Skipf("skipped, since npm cannot install %s here: %v", spec, err)
		}
		if err := os.WriteFile(done, []byte(spec), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s holds %d files of the name %s", spec, len(found), pattern)
	}
	return found[0]
}

// platform is this machine in the names of npm's packages.
func platform() string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	return runtime.GOOS + "-" + arch
}

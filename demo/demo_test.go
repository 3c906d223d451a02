package demo

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestDemo is the walk itself: the program as it is built, the pinned builds as
// they are downloaded, and a report in which everything came out.
func TestDemo(t *testing.T) {
	bin := program(t)
	needRegistry(t)
	cmd := exec.Command(bin, "demo", "--json")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var report Report
	if broken := json.Unmarshal(stdout.Bytes(), &report); broken != nil {
		t.Fatalf("no report: %v, %v\n%s", broken, err, stderr.Bytes())
	}
	for _, o := range report.Steps {
		if !o.OK {
			t.Errorf("%s: wanted %s, got %s", o.Name, o.Want, o.Got)
		}
	}
	steps := 0
	for _, f := range families() {
		steps += len(f.steps)
	}
	if err != nil || !report.OK || len(report.Steps) != steps {
		t.Errorf("%d of %d steps, ok %v, exit: %v\n%s", len(report.Steps), steps, report.OK, err, stderr.Bytes())
	}
}

// TestAnInterruptedDemoLeavesNothing sends what Ctrl-C sends, in the middle of
// a session with a browser.
func TestAnInterruptedDemoLeavesNothing(t *testing.T) {
	bin := program(t)
	needRegistry(t)
	cmd := exec.Command(bin, "demo")
	table, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen := make([]byte, 0, 4096)
	for !bytes.Contains(seen, []byte("open a page")) {
		n, err := table.Read(seen[len(seen):cap(seen)])
		if err != nil {
			t.Fatalf("the demo ended before it opened a page: %v\n%s", err, seen)
		}
		seen = seen[:len(seen)+n]
	}
	cmd.Process.Signal(os.Interrupt)
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ended with %v", err)
	}
	h, err := OpenHome(t.Context(), bin, func(string) { t.Error("its directory is still held") })
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	running, err := processesOf(h.Connector())
	if err != nil || len(running) > 0 {
		t.Errorf("processes %v are left, %v", running, err)
	}
	if launches, err := h.Launches(); err != nil || len(launches) > 0 {
		t.Errorf("the directories %q are left, %v", launches, err)
	}
}

// program builds connector-browser once for all tests.
func program(t *testing.T) string {
	t.Helper()
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// builtIn is the folder that the tests' end removes.
var builtIn string

var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "demo-test-")
	if err != nil {
		return "", err
	}
	builtIn = dir
	bin := filepath.Join(dir, "connector-browser")
	out, err := exec.Command("go", "build", "-o", bin, "connector-browser/cmd/connector-browser").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return bin, nil
})

// needRegistry skips a test that would have to download where no registry can
// be reached. In CI that is a failure: nothing would have been tested.
func needRegistry(t *testing.T) {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(cache, "connector-browser", "demo", "connectors", "browser", "bin", "installed.json")); err == nil {
		return // installed by an earlier demo
	}
	registry := os.Getenv("NPM_CONFIG_REGISTRY")
	if registry == "" {
		out, _ := exec.Command("npm", "config", "get", "registry").Output()
		registry = strings.TrimSpace(string(out))
	}
	client := http.Client{Timeout: 10 * time.Second}
	res, err := client.Head(registry)
	if err == nil {
		res.Body.Close()
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatal("no package registry can be reached, and CI is set")
	}
	t.Skip("no package registry can be reached, so the pinned builds cannot be had")
}

package demo

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"connector-browser/pins/pinstest"
)

// TestDemo is the walk itself: the program as it is built, the pinned build, and
// a report in which everything came out.
func TestDemo(t *testing.T) {
	bin := installed(t)
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
	bin := installed(t)
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

// installed gives the demo a cache directory of the test's own that holds the
// pinned build already, and builds the program.
func installed(t *testing.T) (program string) {
	t.Helper()
	pinstest.Installed(t)
	program = filepath.Join(t.TempDir(), "connector-browser")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "connector-browser/cmd/connector-browser").CombinedOutput()
	if err != nil {
		t.Fatalf("the program cannot be built: %s", out)
	}
	ownCache(t) // only now: the compiler's cache is there as well
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	pinstest.Copy(t, filepath.Join(cache, "connector-browser", "demo", "connectors", "browser", "bin"))
	return program
}

// ownCache moves the user's cache directory into a temporary one.
func ownCache(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	if runtime.GOOS == "darwin" {
		t.Setenv("HOME", dir)
	}
}

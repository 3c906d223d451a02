package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins/pinstest"
)

// CB-022: install, auth, mount and status work in this order from an empty
// directory, and each says what comes next. The archives come from a folder, so
// that nothing is downloaded.
func TestFromEmptyDirectory(t *testing.T) {
	archives := filepath.Join(pinstest.Installed(t), "archives")
	home := t.TempDir()
	program := filepath.Join(home, "connector-browser")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	conf := filepath.Join(home, "conf")
	if err := os.Mkdir(conf, 0o700); err != nil {
		t.Fatal(err)
	}
	verb := func(input string, args ...string) (stdout, stderr string) {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "CONFIG_LOCAL_DIR="+conf, "HOME="+home)
		cmd.Stdin = strings.NewReader(input)
		var out, errs strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, errs.String())
		}
		return out.String(), errs.String()
	}

	if _, says := verb("", "install", "--from", archives, "--browser", pinstest.Browser); !strings.Contains(says, "connector-browser auth") {
		t.Errorf("install does not say what comes next: %s", says)
	}
	if _, says := verb("{}\n", "auth"); !strings.Contains(says, "connector-browser mount") {
		t.Errorf("auth does not say what comes next: %s", says)
	}
	if _, says := verb("", "mount"); !strings.Contains(says, "next: connector-browser status") {
		t.Errorf("mount does not say what comes next: %s", says)
	}
	entry, err := os.ReadFile(filepath.Join(conf, "catalog", "browser.json"))
	if err != nil || !strings.Contains(string(entry), program) {
		t.Errorf("the catalog entry: %s, %v", entry, err)
	}
	// Once everything is done, nothing is next.
	for _, args := range [][]string{{"install", "--from", archives, "--browser", pinstest.Browser}, {"auth"}, {"mount"}} {
		if _, says := verb("{}\n", args...); strings.Contains(says, "next:") {
			t.Errorf("%s says, when all is done: %s", args[0], says)
		}
	}
	status, _ := verb("", "status")
	if !strings.HasPrefix(status, `{"state":"authorized","tools":["browser_close",`) || strings.Count(status, "browser_") != 25 {
		t.Errorf("status: %s", status)
	}
}

package launcher_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CD-030: files go to a page from the folders that the policy names, and nowhere
// is a path repeated.
func TestOwnUpload(t *testing.T) {
	t.Parallel()
	folder, other := t.TempDir(), t.TempDir()
	mine, outside := filepath.Join(folder, "mine.txt"), filepath.Join(other, "outside.txt")
	for _, path := range []string{mine, outside} {
		if err := os.WriteFile(path, []byte("file-4711"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l, _ := inGym(t, fmt.Sprintf("[files]\nread = [%q]\n", folder))
	give := func(target string, paths ...string) step {
		given := step{"paths": paths}
		if target != "" {
			given["target"] = target
		}
		return given
	}
	got := l.Tool("browser_upload", give("#file", mine, mine))
	if got.IsError() || strings.Contains(got.Line, folder) || !strings.HasPrefix(got.Text(), "2 given") {
		t.Error(got.Line)
	}
	l.out("mine.txt,mine.txt")
	l.Does("browser_click", step{"target": "text=Choose"})
	if got := l.Tool("browser_upload", give("", mine)); got.IsError() || strings.Contains(got.Line, folder) {
		t.Error(got.Line)
	}
	l.Does("browser_expect", step{"what": "text", "target": "#out", "expected": "mine.txt"})
	many := strings.Split(strings.TrimSuffix(strings.Repeat(mine+"\n", 11), "\n"), "\n")
	for name, given := range map[string]step{
		"outside": give("#file", outside), "up and out": give("#file", folder+"/../"+filepath.Base(other)+"/outside.txt"), "relative": give("#file", "mine.txt"),
		"eleven": give("#file", many...), "the login": give("#file", l.conf.Connector("BROWSER_STORAGE_STATE")),
	} {
		if got := l.code(t, "browser_upload", given, "INVALID_ARGUMENT"); strings.Contains(got.Line, "outside.txt") || strings.Contains(got.Line, "4711") {
			t.Errorf("%s: %s", name, got.Line)
		}
	}
	if got := l.code(t, "browser_upload", give("#town", mine), "NOT_EDITABLE"); strings.Contains(got.Line, "mine.txt") {
		t.Error(got.Line)
	}
	l.leaves()
}

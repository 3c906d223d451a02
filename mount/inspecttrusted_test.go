package mount

import (
	"path/filepath"
	"testing"
)

// TestInspectTrusted: a project that Codex trusts, by its own name or by that
// of the repository around it, is in order.
func TestInspectTrusted(t *testing.T) {
	t.Parallel()
	h := scratch(t)
	repository := h.Folder
	h.Folder = filepath.Join(repository, "sub")
	put(t, filepath.Join(repository, ".git", "HEAD"), "")
	program := install(t, h)
	target, err := codex.At(h, Project, Entry{Program: program, Conf: h.Home})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := target.Write(false); err != nil {
		t.Fatal(err)
	}
	if got := inspect(h, program); len(got) != 1 {
		t.Fatalf("without trust: %v", got)
	}
	for _, folder := range []string{h.Folder, repository} {
		put(t, filepath.Join(h.Home, ".codex", "config.toml"), "[projects.\""+folder+"\"]\ntrust_level = \"trusted\"\n")
		if got := inspect(h, program); len(got) != 0 {
			t.Errorf("with %s trusted: %v", folder, got)
		}
	}
}

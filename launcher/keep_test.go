package launcher

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/relay/withhold"
)

// TestKeep: what a hostile session leaves does no harm in the person's folder,
// and does not keep what is good from getting there.
func TestKeep(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	deep := filepath.Join(from, strings.Repeat("d/", maxKeptDepth+1))
	for _, err := range []error{
		os.WriteFile(filepath.Join(from, "good"), []byte("good"), 0o777),
		os.WriteFile(filepath.Join(to, "good"), []byte("mine"), 0o600),
		sparse(filepath.Join(from, "sparse")),
		os.Symlink("/etc/passwd", filepath.Join(from, "link")),
		os.MkdirAll(deep, 0o700),
		os.WriteFile(filepath.Join(deep, "bottom"), nil, 0o600),
		os.WriteFile(filepath.Join(from, "d", "inner"), []byte("inner"), 0o600),
		os.Mkdir(filepath.Join(from, uploadPrefix+"x"), 0o700),
		os.WriteFile(filepath.Join(from, uploadPrefix+"x", "copy"), nil, 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := os.OpenRoot(from)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	kept, err := keep(out, to, withhold.New(nil))
	if kept != 2 || err == nil || !strings.HasPrefix(err.Error(), "2 were left behind") {
		t.Errorf("%d files were kept, %v", kept, err)
	}
	for name, want := range map[string]string{"good": "mine", "good-1": "good", "inner": "inner"} {
		info, err := os.Lstat(filepath.Join(to, name))
		if text, _ := os.ReadFile(filepath.Join(to, name)); err != nil || info.Mode() != 0o600 || string(text) != want {
			t.Errorf("%s is %v with %q, %v", name, info, text, err)
		}
	}
	if entries, _ := os.ReadDir(to); len(entries) != 3 {
		t.Errorf("there is %v", entries)
	}
}

func TestSafeName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"report.pdf": "report.pdf", "Ärger & Co (1).txt": "Ärger & Co (1).txt", "日本.png": "日本.png",
		".bashrc": "bashrc", "...": "download", "": "download", "-rf": "rf", "~root": "root", " x ": "x", "x.": "x",
		"a\nb": "a_b", "\x1b[31m": "_[31m", "a\u202egnp.exe": "a_gnp.exe", "a\\b": "a_b", "C:x": "C_x", "\xff\xfe": "__", "a\u200bb": "a_b",
		strings.Repeat("x", 255) + ".txt": strings.Repeat("x", 196) + ".txt",
		strings.Repeat("é", 127):          strings.Repeat("é", 100),
		"x." + strings.Repeat("y", 250):   "x." + strings.Repeat("y", 198),
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

package main

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
)

var anew = flag.Bool("anew", false, "compile everything anew for the second build, the standard library included")

// Two builds of one version are the same to the byte, though the checkouts lie in
// different folders; with -anew, which takes minutes, also though they share no
// cache. One platform stands for the four: what could differ is the same for all.
func TestTwoBuildsAreTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the program twice")
	}
	here := []platform{{runtime.GOOS, runtime.GOARCH}}
	first, second := t.TempDir(), t.TempDir()
	one, other := checkout(t, "one"), checkout(t, "a/folder/much/further/down") // both now: nobody edits in between
	if err := fill(t.Context(), one, first, "9.8.7", here); err != nil {
		t.Fatal(err)
	}
	if *anew {
		t.Setenv("GOCACHE", t.TempDir())
	}
	t.Setenv("GOFLAGS", "-v") // nor does a person's own setting count
	if err := fill(t.Context(), other, second, "9.8.7", here); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contents(t, first), contents(t, second)); diff != "" {
		t.Errorf("the second build differs: %s", diff)
	}

	binary := filepath.Join(second, "connector-browser-"+runtime.GOOS+"-"+runtime.GOARCH)
	if said, err := exec.Command(binary, "version").CombinedOutput(); err != nil || !strings.HasPrefix(string(said), "connector-browser 9.8.7 ") {
		t.Errorf("version says %q, %v", said, err)
	}
	if said, err := exec.Command("sh", "-c", `cd "$1" && sha256sum -c SHA256SUMS`, "sh", second).CombinedOutput(); err != nil {
		t.Errorf("SHA256SUMS: %v\n%s", err, said)
	}
	wantBill(t, filepath.Join(second, "connector-browser.cdx.json"))
}

// wantBill wants the bill to name the modules of the binary and every pinned
// archive, and each reference in it to lead somewhere.
func wantBill(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	known := map[string]component{b.Metadata.Component.Ref: b.Metadata.Component}
	for _, c := range b.Components {
		if known[c.Ref].Ref != "" {
			t.Errorf("%s stands twice", c.Ref)
		}
		known[c.Ref] = c
	}
	for _, d := range b.Dependencies {
		for _, ref := range append(d.DependsOn, d.Ref) {
			if known[ref].Ref == "" {
				t.Errorf("%s is named and not there", ref)
			}
		}
	}
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range lock.Programs() {
		for _, a := range program.Archives {
			if c := known["archive:"+a.SHA256]; len(c.Hashes) != 1 || c.Hashes[0].Content != a.SHA256 || c.PURL == "" && c.References == nil {
				t.Errorf("%s: %+v", a.Name(), c)
			}
		}
	}
	if !slices.ContainsFunc(b.Components, func(c component) bool { return strings.HasPrefix(c.Ref, "pkg:golang/github.com/spf13/cobra@v") }) {
		t.Error("the bill does not know of a module in the binary")
	}
}

// checkout copies what the build needs of this checkout into a folder of this name.
func checkout(t *testing.T, name string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), name)
	listed, err := exec.Command("git", "-C", "..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Split(strings.Trim(string(listed), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("..", file))
		if os.IsNotExist(err) {
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Join(to, filepath.Dir(file)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, file), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// contents gives the sum, the mode and the time of each file.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		digest, err := sum(path)
		found[d.Name()] = digest + " " + info.Mode().String() + " " + info.ModTime().UTC().String()
		return err
	})
	if err != nil || len(found) != 3 {
		t.Fatalf("%v, %v", found, err)
	}
	return found
}

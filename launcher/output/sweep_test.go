package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connector-browser/relay/withhold"
)

const (
	secret = "k3T9xQ2mV7bL5wZ8rN4cJ6hF1dS0aGpY"
	raw    = "it is " + secret + "\n"
	clean  = "it is [withheld: cookie session]\n"
)

// watched makes an output folder, in which every change so far is an old one.
func watched(t *testing.T) (f *Folder, in func(name string) string) {
	t.Helper()
	dir := t.TempDir()
	in = func(name string) string { return filepath.Join(dir, name) }
	if err := os.MkdirAll(in("a/b"), 0o700); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	set := withhold.New([]withhold.Secret{{Label: "cookie session", Value: secret}})
	f = New(root, set, func(name string) bool { return name == "mine" })
	t.Cleanup(f.Close)
	return f, in
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v", path, got, err)
	}
}

// CB-155: a look that reads no folder again still sees each change: a file that
// grew, is new, was put in the place of another, or lies in a new folder.
func TestSeesEachChange(t *testing.T) {
	t.Parallel()
	f, in := watched(t)
	write(t, in("log"), "nothing\n")
	write(t, in("a/b/log"), "nothing\n")
	changes := []struct {
		what, path, want string
		change           func()
	}{
		{"grew", "log", "nothing\n" + clean, func() { grow(t, in("log")) }},
		{"grew below", "a/b/log", "nothing\n" + clean, func() { grow(t, in("a/b/log")) }},
		{"is new", "new", clean, func() { write(t, in("new"), raw) }},
		{"is new below", "a/b/new", clean, func() { write(t, in("a/b/new"), raw) }},
		{"took another's place", "log", clean, func() {
			write(t, in("other"), raw)
			if err := os.Rename(in("other"), in("log")); err != nil {
				t.Fatal(err)
			}
		}},
		{"took a folder's place", "a/b", clean, func() {
			if err := os.RemoveAll(in("a/b")); err != nil {
				t.Fatal(err)
			}
			write(t, in("a/b"), raw)
		}},
		{"came with its folder", "a/c/d", clean, func() {
			if err := os.Mkdir(in("a/c"), 0o700); err != nil {
				t.Fatal(err)
			}
			write(t, in("a/c/d"), raw)
		}},
	}
	for _, c := range changes {
		time.Sleep(2 * settled)
		f.Withhold()
		f.Withhold() // from here on by what the first one saw
		if !f.still {
			t.Errorf("before a file %s a look is never done", c.what)
		}
		c.change()
		f.Withhold()
		if got, err := os.ReadFile(in(c.path)); err != nil || string(got) != c.want {
			t.Errorf("a file that %s holds %q, %v", c.what, got, err)
		}
	}
}

// CB-155: a folder that is made anew is looked after like the one before it, whose
// inode it may have.
func TestSeesAFolderMadeAnew(t *testing.T) {
	t.Parallel()
	f, in := watched(t)
	f.Withhold()
	if err := errors.Join(os.Remove(in("a/b")), os.Mkdir(in("a/b"), 0o700)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		f.Withhold()
		time.Sleep(2 * settled)
	}
	f.Withhold()
	write(t, in("a/b/new"), raw)
	f.Withhold()
	holds(t, in("a/b/new"), clean)
}

// A child that makes more folders than are watched hides no change by that.
func TestMoreFoldersThanAreWatched(t *testing.T) {
	t.Parallel()
	f, in := watched(t)
	for i := range 100 {
		if err := os.Mkdir(in(fmt.Sprint("f", i)), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, in(fmt.Sprint("f", i, "/log")), "nothing\n")
	}
	time.Sleep(2 * settled)
	f.Withhold()
	f.Withhold()
	for i := range 100 {
		grow(t, in(fmt.Sprint("f", i, "/log")))
	}
	f.Withhold()
	for i := range 100 {
		holds(t, in(fmt.Sprint("f", i, "/log")), "nothing\n"+clean)
	}
}

func grow(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(raw); err != nil {
		t.Fatal(err)
	}
}

// A file that changes right after a look, within one tick of the clock for files,
// is seen by the next: no stamp is believed before it has settled.
func TestSeesAChangeWithinATick(t *testing.T) {
	t.Parallel()
	f, in := watched(t)
	for range 200 {
		harmless := strings.Repeat("x", len(raw))
		write(t, in("log"), harmless)
		f.Withhold()
		write(t, in("log"), raw)
		f.Withhold()
		holds(t, in("log"), clean)
	}
}

// CB-155: of more files than one look takes the next ones take the rest; what a
// person brought in stays as it is.
func TestMoreThanOneLookTakes(t *testing.T) {
	t.Parallel()
	f, in := watched(t)
	write(t, in("a/log"), "nothing\n")
	if err := os.Mkdir(in("mine"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, in("mine/text"), raw)
	for i := range maxFiltered + 10 {
		write(t, in(fmt.Sprint("a/", i)), raw)
	}
	for range 3 { // what the first rewrote the second reads once more
		f.Withhold()
		time.Sleep(2 * settled)
	}
	entries, err := os.ReadDir(in("a"))
	if err != nil || len(entries) < maxFiltered+10 {
		t.Fatal(len(entries), err)
	}
	for _, e := range entries {
		if e.Type().IsRegular() && e.Name() != "log" {
			holds(t, in("a/"+e.Name()), clean)
		}
	}
	holds(t, in("mine/text"), raw)
}

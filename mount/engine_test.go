package mount

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

func newEntry(t *testing.T) Entry {
	t.Helper()
	return Entry{Program: "/opt/connector-browser", Conf: t.TempDir()}
}

// CB-050: the exact bytes, the same ones each time.
func TestEntryJSON(t *testing.T) {
	t.Parallel()
	const golden = `{
  "name": "browser",
  "transport": "stdio",
  "command": "/opt/<&> é\"/connector-browser",
  "args": [
    "run"
  ],
  "env": {
    "CONFIG_LOCAL_DIR": "/home/me/.config/engine"
  }
}
`
	for range 2 {
		got, err := Entry{`/opt/<&> é"/connector-browser`, "/home/me/.config/engine"}.JSON()
		if err != nil || string(got) != golden {
			t.Errorf("got %s, %v; want %s", got, err, golden)
		}
	}
	if _, err := (Entry{"/opt/\xff", "/conf"}).JSON(); err == nil {
		t.Error("a path that JSON cannot hold was put into it")
	}
}

// CB-050, CB-051: mounted, mounted again, unmounted, unmounted again; what
// lies beside it stays byte for byte.
func TestMountAndUnmount(t *testing.T) {
	t.Parallel()
	e := newEntry(t)
	other := filepath.Join(e.catalog(), "other.json")
	if err := errors.Join(os.Mkdir(e.catalog(), 0o755), os.WriteFile(other, []byte("{ odd"), 0o640)); err != nil {
		t.Fatal(err)
	}
	before := tree(t, e.Conf)
	wantChange(t, "Mount", e.Mount, true)
	mounted := tree(t, e.Conf)
	wantChange(t, "Mount again", e.Mount, false)
	if tree(t, e.Conf) != mounted {
		t.Error("mounting again changed something")
	}
	want, _ := e.JSON()
	if got, err := os.ReadFile(e.Path()); err != nil || string(got) != string(want) {
		t.Errorf("the entry is %s, %v", got, err)
	}
	wantChange(t, "Mounted", e.Mounted, true)
	wantChange(t, "Unmount", e.Unmount, true)
	wantChange(t, "Unmount again", e.Unmount, false)
	wantChange(t, "Mounted", e.Mounted, false)
	if got := tree(t, e.Conf); got != before {
		t.Errorf("afterwards the directory is\n%s\nwant\n%s", got, before)
	}
}

// CB-053: an entry under this name that differs at all is refused, left alone
// and not listed.
func TestForeignEntry(t *testing.T) {
	t.Parallel()
	ours := func(e Entry) string { content, _ := e.JSON(); return string(content) }
	write := func(content func(e Entry) string) func(Entry) error {
		return func(e Entry) error { return os.WriteFile(e.Path(), []byte(content(e)), 0o600) }
	}
	for name, put := range map[string]func(Entry) error{
		"one character changed": write(func(e Entry) string { return "{" + ours(e)[1:len(ours(e))-1] + " " }),
		"one newline more":      write(func(e Entry) string { return ours(e) + "\n" }),
		"cut off":               write(func(e Entry) string { return ours(e)[:10] }),
		"empty":                 write(func(Entry) string { return "" }),
		"another program":       write(func(e Entry) string { e.Program = "/opt/other"; return ours(e) }),
		"another directory":     write(func(e Entry) string { e.Conf = "/elsewhere"; return ours(e) }),
		"a link to the same bytes": func(e Entry) error {
			real := filepath.Join(e.Conf, "real")
			return errors.Join(os.WriteFile(real, []byte(ours(e)), 0o600), os.Symlink(real, e.Path()))
		},
		"a dangling link": func(e Entry) error { return os.Symlink("/nowhere", e.Path()) },
		"a fifo":          func(e Entry) error { return syscall.Mkfifo(e.Path(), 0o600) },
		"a directory":     func(e Entry) error { return os.Mkdir(e.Path(), 0o700) },
	} {
		t.Run("CB-053 "+name, func(t *testing.T) {
			t.Parallel()
			e := newEntry(t)
			if err := errors.Join(os.Mkdir(e.catalog(), 0o700), put(e)); err != nil {
				t.Fatal(err)
			}
			before := tree(t, e.Conf)
			for verb, do := range map[string]func() (bool, error){"Mount": e.Mount, "Unmount": e.Unmount, "Mounted": e.Mounted} {
				if changed, err := do(); changed || !errors.Is(err, ErrForeign) {
					t.Errorf("%s says %v, %v", verb, changed, err)
				}
			}
			if tree(t, e.Conf) != before {
				t.Error("something changed")
			}
		})
	}
}

// Many at once: one of them writes it, all are content, nothing is left over.
func TestMountRace(t *testing.T) {
	t.Parallel()
	e := newEntry(t)
	var group sync.WaitGroup
	var lock sync.Mutex
	wrote := 0
	for range 20 {
		group.Go(func() {
			changed, err := e.Mount()
			lock.Lock()
			defer lock.Unlock()
			if err != nil {
				t.Error(err)
			}
			if changed {
				wrote++
			}
		})
	}
	group.Wait()
	if wrote != 1 {
		t.Errorf("%d of 20 say that they wrote the entry", wrote)
	}
	entries, err := os.ReadDir(e.catalog())
	if err != nil || len(entries) != 1 {
		t.Errorf("the catalog holds %v, %v", entries, err)
	}
}

// A catalog that others could write into is no place to say what to run.
func TestCatalogRefused(t *testing.T) {
	t.Parallel()
	for name, put := range map[string]func(path string) error{
		"a link":                   func(path string) error { return os.Symlink(t.TempDir(), path) },
		"a file":                   func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"open to others' writing":  func(path string) error { return errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, 0o777)) },
		"a link that goes nowhere": func(path string) error { return os.Symlink("/nowhere", path) },
	} {
		e := newEntry(t)
		if err := put(e.catalog()); err != nil {
			t.Fatal(err)
		}
		if changed, err := e.Mount(); changed || err == nil {
			t.Errorf("with a catalog that is %s, Mount says %v, %v", name, changed, err)
		}
	}
}

func wantChange(t *testing.T, verb string, do func() (bool, error), want bool) {
	t.Helper()
	if changed, err := do(); err != nil || changed != want {
		t.Errorf("%s says %v, %v; want %v", verb, changed, err, want)
	}
}

// tree spells out a directory: names, modes, times of change, contents.
func tree(t *testing.T, root string) (all string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all += path + " " + info.Mode().String()
		if info.Mode().IsRegular() {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			all += " " + info.ModTime().String() + " " + string(content)
		}
		all += "\n"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

package safefile

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fifo, link, socket := filepath.Join(dir, "fifo"), filepath.Join(dir, "link"), filepath.Join(dir, "socket")
	if err := errors.Join(syscall.Mkfifo(fifo, 0o600), os.Symlink(put("real", "1234"), link)); err != nil {
		t.Fatal(err)
	}
	if len(socket) < 100 { // a socket's name must be short
		listener, err := net.Listen("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
	} else {
		socket = fifo
	}
	for _, test := range []struct {
		name, path string
		want       string
	}{
		{"at the limit", put("four", "1234"), ""},
		{"over the limit", put("five", "12345"), "is larger than 4 bytes"},
		{"empty", put("empty", ""), ""},
		{"link", link, "is a symbolic link"},
		{"link in the way", filepath.Join(link, "x"), "cannot be opened: not a directory (a name on the way to it is a file's; name another place)"},
		{"fifo without a writer", fifo, "is not a regular file"},
		{"socket", socket, "is not a regular file"},
		{"directory", dir, "is a folder and not a file"},
		{"device", os.DevNull, "is not a regular file"},
		{"missing", filepath.Join(dir, "none"), "does not exist"},
		{"NUL in the name", "/\x00", "cannot be opened: invalid argument"},
	} {
		t.Run(test.name, func(t *testing.T) {
			data, info, err := Read(test.path, 4)
			switch {
			case test.want == "" && (err != nil || info.Size() != int64(len(data))):
				t.Errorf("got %q, %v", data, err)
			case test.want != "" && (err == nil || err.Error() != test.want || data != nil):
				t.Errorf("got %q, %v; want %s", data, err, test.want)
			}
		})
	}
	if _, _, err := Read(filepath.Join(dir, "none"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file is %v, not fs.ErrNotExist", err)
	}
}

// A file that says it is small and is not, as those of /proc do.
func TestReadGrowing(t *testing.T) {
	t.Parallel()
	const endless = "/proc/self/environ"
	if info, err := os.Stat(endless); err != nil || info.Size() != 0 {
		t.Skip("no file here that lies about its size")
	}
	if _, _, err := Read(endless, 1); err == nil || err.Error() != "is larger than 1 bytes" {
		t.Errorf("got %v", err)
	}
}

func TestWriteReplaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "name")
	for _, content := range []string{"one", "", "three"} {
		if err := Write(dir, "name", []byte(content), nil); err != nil {
			t.Fatal(err)
		}
		got, info, err := Read(path, 100)
		if err != nil || string(got) != content || info.Mode() != 0o600 {
			t.Errorf("got %q, mode %v, %v; want %q", got, info.Mode(), err, content)
		}
	}
	wantNames(t, dir, "name")
}

// Whoever reads without asking anybody sees a whole content, at any moment.
func TestWriteIsWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "name")
	contents := []string{strings.Repeat("a", 64<<10), strings.Repeat("b", 32<<10)}
	if err := Write(dir, "name", []byte(contents[0]), nil); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		defer close(done)
		for i := range 100 {
			if err := Write(dir, "name", []byte(contents[i%2]), nil); err != nil {
				done <- err
			}
		}
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
			got, err := os.ReadFile(path)
			if err != nil || string(got) != contents[0] && string(got) != contents[1] {
				t.Fatalf("read %d bytes, %v", len(got), err)
			}
		}
	}
}

// A link in the name's place is replaced, never written through.
func TestWriteThroughLink(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "other")
	if err := errors.Join(os.WriteFile(other, []byte("theirs"), 0o600), os.Symlink(other, filepath.Join(dir, "name"))); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, "name", []byte("ours"), nil); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(other); string(got) != "theirs" {
		t.Errorf("the link's target holds %q", got)
	}
}

// The steps that a Trap sees are the ones that the tables name.
func TestSteps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var seen []string
	trap := func(step string) error { seen = append(seen, step); return nil }
	if err := errors.Join(Write(dir, "name", nil, trap), Remove(dir, "name", trap), Remove(dir, "name", nil)); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(seen, " "), strings.Join(append(WriteSteps, RemoveSteps...), " "); got != want {
		t.Errorf("saw the steps %s, want %s", got, want)
	}
}

func TestCreateNeverReplaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := Create(dir, "name", []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := Create(dir, "name", []byte("second")); !errors.Is(err, ErrExists) || !errors.Is(err, fs.ErrExist) {
		t.Errorf("the second Create says %v", err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "name")); string(got) != "first" {
		t.Errorf("the file holds %q", got)
	}
	wantNames(t, dir, "name")
}

// Sweep clears what Write names, of the age that it is told, and nothing else.
func TestSweep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{
		".name.tmp-1": 2 * time.Hour, ".name.tmp-2": 0, ".other.tmp-1": 2 * time.Hour, "name": 2 * time.Hour, ".name": 2 * time.Hour,
	} {
		path, then := filepath.Join(dir, name), time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(dir, time.Hour, "name")
	wantNames(t, dir, ".name", ".name.tmp-2", ".other.tmp-1", "name")
	Sweep(dir, 0, "name", "other")
	wantNames(t, dir, ".name", "name")
	Sweep(filepath.Join(dir, "none"), 0, "name") // says nothing
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the directory holds %q, want %q", got, want)
	}
}

package launcher

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"connector-browser/launcher/output"
	"connector-browser/policy"
	"connector-browser/relay/withhold"
	"connector-browser/secrets"
)

const (
	before = `{"cookies":[],"origins":[]}`
	saved  = `{"cookies":[{"name":"MARKER","value":"MARKER","domain":"example.com","path":"/"}],"origins":[]}`
	file   = "state-abc.json"
)

// newSaver is a saver over a directory with a login state and the export on. It
// says to the person what ends up in said.
func newSaver(t *testing.T) (s *saver, said *[]string) {
	t.Helper()
	conf := filepath.Join(t.TempDir(), "conf")
	connector, err := secrets.Create(conf)
	if err == nil {
		err = connector.Store(t.Context(), secrets.Login{State: []byte(before), Export: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDirectory(connector.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.remove() })
	files := output.New(d.root, withhold.New(nil), broughtIn)
	t.Cleanup(files.Close)
	said = new([]string)
	return &saver{d, connector, policy.LoginRules{}, withhold.New(nil), files, func(sentence string) { *said = append(*said, sentence) }}, said
}

// stored is the login state that the next launch would start with.
func (s *saver) stored(t *testing.T) string {
	t.Helper()
	login, err := s.connector.Login(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return string(login.State)
}

// CB-131, CB-133: a regular file that obeys the rule of auth is stored and
// removed; of anything else nothing is stored, nothing is left, and the reason
// repeats nothing of it.
func TestSave(t *testing.T) {
	t.Parallel()
	write := func(text string) func(path string) error {
		return func(path string) error { return os.WriteFile(path, []byte(text), 0o600) }
	}
	for name, c := range map[string]struct {
		plant func(path string) error
		want  string
	}{
		"a login state": {write(saved), ""},
		"nothing":       {func(string) error { return nil }, "the upstream wrote no file"},
		"a link": {func(path string) error {
			elsewhere := path + "-elsewhere"
			if err := write(saved)(elsewhere); err != nil {
				return err
			}
			return os.Symlink(filepath.Base(elsewhere), path)
		}, "what the upstream wrote is not a regular file"},
		"a link to the handle": {func(path string) error {
			return os.Symlink("../../BROWSER_STORAGE_STATE", path)
		}, "what the upstream wrote is not a regular file"},
		"a fifo":         {func(path string) error { return syscall.Mkfifo(path, 0o600) }, "what the upstream wrote is not a regular file"},
		"a folder":       {func(path string) error { return os.Mkdir(path, 0o700) }, "what the upstream wrote is not a regular file"},
		"too large":      {write(strings.Repeat(" ", secrets.MaxState) + saved), "the login state is larger than 4 MiB"},
		"no JSON":        {write(saved[1:]), "the login state is not one JSON object"},
		"not UTF-8":      {write(strings.Replace(saved, "MARKER", "MARKER\xff", 1)), "the login state is not UTF-8"},
		"another object": {write(`{"MARKER":[]}`), "the login state must have exactly the keys cookies and origins"},
		"empty":          {write(""), "the login state is not one JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, said := newSaver(t)
			path := s.Name(file)
			if err := c.plant(path); err != nil {
				t.Fatal(err)
			}
			err := s.Save(t.Context(), file)
			if got := s.stored(t); c.want == "" && (err != nil || got != saved) || c.want != "" && got != before {
				t.Errorf("stored is now %s (%v)", got, err)
			}
			if c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
				t.Errorf("the reason is %v, want %s", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "MARKER") || len(*said) != 0 {
				t.Errorf("said was %v and %q", err, *said)
			}
			if _, err := os.Lstat(path); !os.IsNotExist(err) {
				t.Errorf("the file is left: %v", err)
			}
		})
	}
}

// CB-120: a session that was allowed to save when it started does not write over
// what an auth has stored since that allows it no more.
func TestSaveAfterTheExportWasTurnedOff(t *testing.T) {
	t.Parallel()
	s, _ := newSaver(t)
	if err := s.connector.Store(t.Context(), secrets.Login{State: []byte(before)}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.Name(file), []byte(saved), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(t.Context(), file); err == nil || s.stored(t) != before {
		t.Errorf("stored is now %s (%v)", s.stored(t), err)
	}
}

// CB-132: what cannot be removed is said to the person.
func TestSaveCannotRemove(t *testing.T) {
	t.Parallel()
	s, said := newSaver(t)
	if err := os.MkdirAll(filepath.Join(s.Name(file), "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.Discard(file)
	if len(*said) != 1 || !strings.HasPrefix((*said)[0], "a file of a saved login state could not be removed") {
		t.Errorf("said was %q", *said)
	}
}

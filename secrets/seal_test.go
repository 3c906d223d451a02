package secrets

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CB-148: with a key, both kinds of secret lie encrypted; without it,
// or with another one, they are not read, and with it they come back whole.
func TestSealed(t *testing.T) {
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	other, _ := NewKey()
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte("# a comment\n"+key+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := newDir(t)
	login := Login{State: []byte(`{"cookies":[{"name":"a","value":"MARKER","domain":"example.com","path":"/"}],"origins":[]}`), Export: true}
	word := Named{Name: "word", Hosts: []string{"example.com"}, Value: "MARKER"}
	mustStore(t, dir, login) // in the clear, before there was a key
	t.Setenv(KeyFileEnv, file)
	wantLogin(t, dir.Conf(), login)

	mustStore(t, dir, login)
	if err := dir.SetNamed(t.Context(), word); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{stateName, "secrets/word"} {
		text, err := os.ReadFile(filepath.Join(dir.Path(), name))
		if err != nil || bytes.Contains(text, []byte("MARKER")) || !bytes.HasPrefix(text, []byte(sealedPrefix)) {
			t.Errorf("%s holds %q (%v)", name, text, err)
		}
	}
	wantLogin(t, dir.Conf(), login)
	if all, err := dir.Named(t.Context()); err != nil || len(all) != 1 || all[0].Value != "MARKER" {
		t.Errorf("the named secrets are %v, %v", all, err)
	}
	if err := dir.StoreState(t.Context(), []byte(CleanProfile)); err != nil {
		t.Fatal(err)
	}
	wantLogin(t, dir.Conf(), Login{State: []byte(CleanProfile), Export: true})

	for what, set := range map[string][2]string{
		"no key":      {"", ""},
		"another key": {"", other},
		"both":        {file, key},
		"no file":     {file + ".gone", ""},
		"no key, but": {"", "AGE-SECRET-KEY-1MARKER"},
		"relative":    {"key", ""},
	} {
		t.Setenv(KeyFileEnv, set[0])
		t.Setenv(KeyEnv, set[1])
		if _, err := dir.Login(t.Context()); err == nil || !strings.Contains(err.Error(), "is encrypted") || strings.Contains(err.Error(), "MARKER") {
			t.Errorf("%s: the login state is read with %v", what, err)
		}
		if _, err := dir.Named(t.Context()); err == nil || !strings.Contains(err.Error(), "is encrypted") {
			t.Errorf("%s: the named secrets are read with %v", what, err)
		}
	}
}

// CB-036: the largest state fits when it is encrypted too.
func TestSealedLargestState(t *testing.T) {
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(KeyEnv, key)
	dir, state := newDir(t), padded(MaxState)
	mustStore(t, dir, Login{State: []byte(state)})
	wantLogin(t, dir.Conf(), Login{State: []byte(state)})
}

// A key that others can read protects nothing.
func TestKeyFileOpenToOthers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv(KeyFileEnv, file)
	dir := newDir(t)
	err := dir.Store(t.Context(), Login{State: []byte(CleanProfile)})
	wantError(t, err, "the login state was not stored: the key file "+file+" is open to others (mode 0644); close it with chmod 600")
}

package secrets

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"
)

var (
	markedLogin = Login{State: []byte(`{"cookies":[{"name":"a","value":"MARKER","domain":"a.example","path":"/"}],"origins":[]}`)}
	markedWord  = Named{Name: "word", Hosts: []string{"example.com"}, Value: "MARKER"}
)

// CB-146: the key is made on first use, kept by the keyring, and the same to
// every process after that; what is kept is encrypted with it.
func TestKeyring(t *testing.T) {
	useKeyring(t)
	keyring.MockInit()
	keepsInKeyring(t)
}

// keepsInKeyring drives whatever keyring there is.
func keepsInKeyring(t *testing.T) {
	t.Helper()
	dir := newDir(t)
	mustStore(t, dir, markedLogin)
	key, err := keyring.Get("connector-browser", dir.Path())
	if err != nil || !strings.HasPrefix(key, "AGE-SECRET-KEY-1") {
		t.Fatalf("the keyring holds a key of %d bytes, %v", len(key), err)
	}
	t.Cleanup(func() { keyring.Delete("connector-browser", dir.Path()) })

	again, err := Open(dir.Conf()) // as another process would
	if err != nil {
		t.Fatal(err)
	}
	if err := again.SetNamed(t.Context(), markedWord); err != nil {
		t.Fatal(err)
	}
	if kept, err := keyring.Get("connector-browser", dir.Path()); err != nil || kept != key {
		t.Errorf("the key is another one (%v)", err)
	}
	for _, name := range []string{stateName, "secrets/word"} {
		text, err := os.ReadFile(filepath.Join(dir.Path(), name))
		if err != nil || bytes.Contains(text, []byte("MARKER")) || !isSealed(text) {
			t.Errorf("%s is not encrypted (%v)", name, err)
		}
	}
	wantLogin(t, dir.Conf(), markedLogin)
	if all, err := again.Named(t.Context()); err != nil || len(all) != 1 || all[0].Value != "MARKER" {
		t.Errorf("the named secrets are %v, %v", all, err)
	}
	other := newDir(t)
	mustStore(t, other, markedLogin)
	t.Cleanup(func() { keyring.Delete("connector-browser", other.Path()) })
	if kept, err := keyring.Get("connector-browser", other.Path()); err != nil || kept == key {
		t.Errorf("another directory has no key of its own (%v)", err)
	}
}

// CB-147: a keyring that is missing, locked, silent or has lost the key is said
// in one sentence; nothing is stored over, and no other key is made.
func TestKeyringFails(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(t *testing.T, dir *Dir)
		want  string
	}{
		"lost": {func(t *testing.T, dir *Dir) { keyring.MockInit() },
			"the system's keyring has no key for this directory; bring its key back"},
		"locked": {func(t *testing.T, dir *Dir) { keyring.MockInitWithError(errors.New("failed to unlock MARKER")) },
			"the system's keyring is locked or does not answer; unlock it"},
		"no bus": {func(t *testing.T, dir *Dir) {
			t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
			t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
		}, "there is no keyring here"},
		"silent": {func(t *testing.T, dir *Dir) {
			silence := make(chan struct{})
			keyringPatience = time.Millisecond
			getKey = func(string, string) (string, error) { <-silence; return "", keyring.ErrNotFound }
			t.Cleanup(func() {
				close(silence)
				questions.Wait()
				keyringPatience, getKey = time.Minute, keyring.Get
			})
		}, "the system's keyring did not answer within 1ms"},
		"another key": {func(t *testing.T, dir *Dir) {
			key, _ := NewKey()
			keyring.Set("connector-browser", dir.Path(), key)
		}, "is encrypted with another key, or was altered"},
		"no key at all": {func(t *testing.T, dir *Dir) { keyring.Set("connector-browser", dir.Path(), "MARKER") },
			"gives is none"},
		"a key of its own beside": {func(t *testing.T, dir *Dir) { t.Setenv(KeyFileEnv, "/nowhere") },
			"are both set; unset one"},
	} {
		t.Run(name, func(t *testing.T) {
			useKeyring(t)
			keyring.MockInit()
			dir := newDir(t)
			mustStore(t, dir, markedLogin)
			if err := dir.SetNamed(t.Context(), markedWord); err != nil {
				t.Fatal(err)
			}
			before := contents(t, dir)
			c.spoil(t, dir)
			dir, err := Open(dir.Conf())
			if err != nil {
				t.Fatal(err)
			}
			refused := func(what string, err error) {
				t.Helper()
				if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "MARKER") || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: %v", what, err)
				}
			}
			_, err = dir.Login(t.Context())
			refused("reading the login", err)
			_, err = dir.Named(t.Context())
			refused("reading the named secrets", err)
			if name != "another key" { // which is a key; what was stored with it can be read
				refused("auth", dir.Store(t.Context(), Login{State: []byte(CleanProfile)}))
				refused("login", dir.StoreOwn(t.Context(), []byte(CleanProfile)))
				refused("secret set", dir.SetNamed(t.Context(), markedWord))
			}
			if after := contents(t, dir); after != before {
				t.Error("what was kept changed")
			}
		})
	}
}

// CB-147: a keyring that takes a key and does not give it back is not trusted
// with anything.
func TestKeyringKeepsNothing(t *testing.T) {
	useKeyring(t)
	keyring.MockInitWithError(keyring.ErrNotFound)
	dir := newDir(t)
	if err := dir.Store(t.Context(), markedLogin); err == nil || strings.Contains(err.Error(), "AGE-SECRET-KEY") {
		t.Errorf("it stores, or says %v", err)
	}
	wantFiles(t, dir.Path(), ".lock")
}

// useKeyring chooses the keyring, with a session bus that the library's own
// stand-in does not ask.
func useKeyring(t *testing.T) {
	t.Helper()
	t.Setenv(KeyFileEnv, "")
	t.Setenv(KeyEnv, "keyring")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
}

// contents is everything that is kept, as it lies there.
func contents(t *testing.T, dir *Dir) string {
	t.Helper()
	var all strings.Builder
	for _, name := range []string{stateName, "secrets/word"} {
		text, err := os.ReadFile(filepath.Join(dir.Path(), name))
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

package secrets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/zalando/go-keyring"

	"connector-browser/secrets/safefile"
)

// keyringWord, as the value of KeyEnv, has the key kept by the system's keyring:
// the Secret Service on Linux (GNOME Keyring, KWallet, KeePassXC), the Keychain
// on macOS.
const keyringWord = "keyring"

// keyringService is the name under which the key lies there. Its account is the
// connector's directory, so each has a key of its own.
const keyringService = "connector-browser"

// keyringPatience bounds one question to the keyring, which may ask a person for
// a password meanwhile; nobody may be there.
var keyringPatience = time.Minute

// getKey asks the keyring for a key. Tests have it say nothing.
var getKey = keyring.Get

// questions are those that are open, given up or not.
var questions sync.WaitGroup

// errNoKey says that the keyring answers and has no key for this directory.
var errNoKey = errors.New("the system's keyring has no key for this directory; bring its key back, or move what is encrypted away to begin anew")

// fromKeyring is whether the key is kept by the keyring.
func fromKeyring() bool { return os.Getenv(KeyEnv) == keyringWord }

// keyringKey reads the key. The error is errNoKey where the keyring has none.
func (d *Dir) keyringKey() (string, error) {
	d.key.Lock()
	defer d.key.Unlock()
	if d.key.text != "" {
		return d.key.text, nil
	}
	key, err := askKeyring(func() (string, error) { return getKey(keyringService, d.path) })
	if errors.Is(err, keyring.ErrNotFound) {
		return "", errNoKey
	}
	if err == nil {
		d.key.text = key
	}
	return key, err
}

// ensureKey makes the key on first use, which is a store in a directory that
// holds nothing encrypted yet. Where something is, the key was lost, or is kept
// elsewhere: another one would make both halves of what is kept unreadable
// together, so nothing is stored. Under the directory's lock, since two first
// uses at once would each write over the other's key.
func (d *Dir) ensureKey(ctx context.Context) error {
	if !fromKeyring() || os.Getenv(KeyFileEnv) != "" {
		return nil
	}
	if _, err := d.keyringKey(); !errors.Is(err, errNoKey) {
		return err
	}
	held, err := d.Lock(ctx, "making a key in the system's keyring", d.Waiting)
	if err != nil {
		return err
	}
	defer held.Release()
	if _, err := d.keyringKey(); !errors.Is(err, errNoKey) {
		return err
	}
	switch sealed, err := d.anySealed(); {
	case err != nil:
		return err
	case sealed != "":
		return fmt.Errorf("%s is encrypted, and %w", sealed, errNoKey)
	}
	key, err := NewKey()
	if err != nil {
		return err
	}
	if _, err := askKeyring(func() (string, error) { return "", keyring.Set(keyringService, d.path, key) }); err != nil {
		return err
	}
	// A keyring that does not give back what it was given keeps nothing.
	if kept, err := d.keyringKey(); err != nil || kept != key {
		return errors.New("the system's keyring did not keep the key that was made; unset " + KeyEnv + " or see what is wrong with it")
	}
	return nil
}

// anySealed names a file that is kept encrypted, or none.
func (d *Dir) anySealed() (string, error) {
	paths, err := filepath.Glob(filepath.Join(d.namedFolder(), "[^.]*"))
	for _, path := range append(paths, filepath.Join(d.path, stateName)) {
		text, _, err := safefile.Read(path, MaxState+maxSealing)
		if errors.Is(err, safefile.ErrMissing) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("%s %w; move it away and try again", path, err)
		}
		if isSealed(text) {
			return path, nil
		}
	}
	return "", err
}

// askKeyring puts one question to the keyring. What it says itself goes no
// further than the kind of failure: no library is trusted to leave keys out of
// its words.
func askKeyring(question func() (string, error)) (string, error) {
	if err := keyringReachable(); err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	questions.Go(func() {
		text, err := question()
		answers <- answer{text, err}
	})
	select {
	case a := <-answers:
		if a.err != nil && !errors.Is(a.err, keyring.ErrNotFound) {
			return "", errors.New("the system's keyring is locked or does not answer; unlock it (log in to the desktop, or open it in its own program) and try again")
		}
		return a.text, a.err
	case <-time.After(keyringPatience):
		return "", fmt.Errorf("the system's keyring did not answer within %v; unlock it and try again", keyringPatience)
	}
}

// keyringReachable looks for the session's message bus before the library does:
// where there is none it would start one.
func keyringReachable() error {
	if runtime.GOOS != "linux" || os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	if runtimeDir := os.Getenv("XDG_RUNTIME_DIR"); runtimeDir != "" {
		if _, err := os.Stat(filepath.Join(runtimeDir, "bus")); err == nil {
			return nil
		}
	}
	return errors.New("there is no keyring here (DBUS_SESSION_BUS_ADDRESS names no session bus); start this from the desktop session, or give a key by " + KeyFileEnv)
}

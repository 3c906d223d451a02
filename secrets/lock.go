package secrets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/gofrs/flock"

	"connector-browser/secrets/safefile"
)

// patience is how long a lock may take before the waiter is told who holds it.
// Until then it is a reader or a Store that will be done in a moment, and the
// next try comes soon; after it, an install, which has time.
const (
	patience = 200 * time.Millisecond
	soon     = time.Millisecond
	later    = 20 * time.Millisecond
)

// Held is the connector's directory locked by this process.
type Held struct {
	file *flock.Flock
	path string
}

// Lock takes the directory for this process alone and writes into .lock who
// holds it and why. Where it has to wait, waiting (which may be nil) is told
// the holder's words, and again when the holder changes. The lock belongs to
// one call of Lock, not to the process: Login, Store and StoreState take it
// themselves, so they wait for ever inside a Lock of their own caller.
func (d *Dir) Lock(ctx context.Context, why string, waiting func(holder string)) (*Held, error) {
	held, err := d.acquire(ctx, waiting, (*flock.Flock).TryLock)
	if err != nil {
		return nil, err
	}
	// A full disk must not keep anyone from the lock, so these words are
	// written if they can be.
	held.sign(fmt.Sprintf("process %d: %s, since %s\n", os.Getpid(), why, time.Now().Format(time.RFC3339)))
	return held, nil
}

// share takes the directory together with other readers; these leave no words.
func (d *Dir) share(ctx context.Context) (*Held, error) {
	return d.acquire(ctx, d.Waiting, (*flock.Flock).TryRLock)
}

// Release gives the directory back; a second call does nothing. The file stays
// where it is: were it deleted, a waiter that has it open would get the lock
// of a file that no longer has a name, beside another process that makes and
// locks a new one, and both would think that they are alone.
func (h *Held) Release() {
	if h.file.Locked() {
		h.sign("")
	}
	h.file.Unlock()
}

// sign replaces the words in the lock file. Only the one exclusive holder
// does, so no two ever write at once.
func (h *Held) sign(words string) {
	file, err := os.OpenFile(h.path, os.O_WRONLY|os.O_TRUNC|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	file.WriteString(words)
	file.Close()
}

func (d *Dir) acquire(ctx context.Context, waiting func(string), try func(*flock.Flock) (bool, error)) (*Held, error) {
	path := filepath.Join(d.path, ".lock")
	if err := ensureLockFile(path); err != nil {
		return nil, err
	}
	file := flock.New(path, flock.SetFlag(os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK), flock.SetPermissions(0o600))
	start, told, pause := time.Now(), "", soon
	for {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("gave up waiting for %s, which %s holds: %w", path, holder(path), err)
		}
		switch ok, err := try(file); {
		case err != nil:
			return nil, fmt.Errorf("%s cannot be locked: %w", path, safefile.Reason(err))
		case ok:
			return &Held{file, path}, nil
		}
		if time.Since(start) >= patience {
			pause = later
			if words := holder(path); waiting != nil && words != told {
				told = words
				waiting(words)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// ensureLockFile makes the lock file with mode 0600 under any umask, and
// refuses one that is not a plain file of this user.
func ensureLockFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		defer file.Close()
		return file.Chmod(0o600)
	}
	if !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s cannot be made: %w", path, safefile.Reason(err))
	}
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("%s cannot be looked at: %w", path, safefile.Reason(err))
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s %w; remove it and try again", path, safefile.ErrIrregular)
	}
	if err := safefile.Private(info, 0o077); err != nil {
		return fmt.Errorf("%s %w; remove it and try again", path, err)
	}
	return nil
}

// holder gives the words of whoever holds the lock. Readers leave none, and
// those of a process that died before it could take them back are not worth
// repeating.
func holder(path string) string {
	const nobody = "another connector-browser"
	data, _, err := safefile.Read(path, 4096)
	if err != nil {
		return nobody
	}
	words := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, string(data))
	var pid int
	if _, err := fmt.Sscanf(words, "process %d:", &pid); err != nil || pid <= 0 || errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nobody
	}
	return words
}

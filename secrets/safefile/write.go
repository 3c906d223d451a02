package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Trap is called after each system call that changes something, with the
// name of the step; the error that it returns is taken for that call's own.
// Tests stand here, to fail or to die; a nil Trap lets everything pass.
type Trap func(step string) error

// WriteSteps and RemoveSteps are the steps that a Trap sees, in their order.
var (
	WriteSteps  = []string{"create", "chmod", "write", "sync", "close", "rename", "syncdir"}
	RemoveSteps = []string{"remove", "syncdir"}
)

// after gives the outcome of a system call: its own error, else the trap's.
func (t Trap) after(step string, err error) error {
	if err == nil && t != nil {
		return t(step)
	}
	return err
}

// Write puts data under a name in a directory, mode 0600 whatever the umask:
// a temporary file beside it, flushed, then renamed over it, and the directory
// flushed. Whoever reads meanwhile, and whoever reads after a crash, finds the
// old content or the new one.
func Write(dir, name string, data []byte, trap Trap) error {
	return write(dir, name, data, trap, os.Rename)
}

// Create is Write for a name that must not exist yet: what is there, or
// appears meanwhile, is never replaced (ErrExists).
func Create(dir, name string, data []byte) error {
	return write(dir, name, data, nil, func(from, to string) error {
		if err := os.Link(from, to); err != nil {
			return err
		}
		return os.Remove(from)
	})
}

func write(dir, name string, data []byte, trap Trap, place func(from, to string) error) error {
	temporary, err := stage(dir, name, data, trap)
	if err != nil {
		return fmt.Errorf("cannot be written: %w", Reason(err))
	}
	switch err := trap.after("rename", place(temporary, filepath.Join(dir, name))); {
	case errors.Is(err, fs.ErrExist):
		os.Remove(temporary)
		return ErrExists
	case err != nil:
		os.Remove(temporary)
		return fmt.Errorf("cannot be written: %w", Reason(err))
	}
	return flushed(trap, dir, "is written")
}

// stage writes the temporary file and gives its path; on an error there is
// none.
func stage(dir, name string, data []byte, trap Trap) (path string, err error) {
	file, err := os.CreateTemp(dir, temporaryPrefix(name)+"*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err = trap.after("create", nil); err != nil {
		return "", err
	}
	if err = trap.after("chmod", file.Chmod(0o600)); err != nil {
		return "", err
	}
	_, err = file.Write(data)
	if err = trap.after("write", err); err != nil {
		return "", err
	}
	if err = trap.after("sync", file.Sync()); err != nil {
		return "", err
	}
	return file.Name(), trap.after("close", file.Close())
}

// Remove takes a name out of a directory for good; a missing one is fine.
func Remove(dir, name string, trap Trap) error {
	err := os.Remove(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err := trap.after("remove", err); err != nil {
		return fmt.Errorf("cannot be removed: %w", Reason(err))
	}
	return flushed(trap, dir, "is removed")
}

func flushed(trap Trap, dir, done string) error {
	if err := trap.after("syncdir", syncDir(dir)); err != nil {
		return fmt.Errorf("%s, but its directory cannot be flushed to disk (%w), so a power cut may undo it", done, Reason(err))
	}
	return nil
}

// Sweep clears the temporary files that a killed Write of these names left in
// a directory, if they are older than age. With an age of zero the caller
// holds a lock against other writers.
func Sweep(dir string, age time.Duration, names ...string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // whatever is wrong, the write that follows will say
	}
	for _, entry := range entries {
		for _, name := range names {
			if !strings.HasPrefix(entry.Name(), temporaryPrefix(name)) || !entry.Type().IsRegular() {
				continue
			}
			if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) >= age {
				os.Remove(filepath.Join(dir, entry.Name()))
			}
		}
	}
}

func temporaryPrefix(name string) string { return "." + name + ".tmp-" }

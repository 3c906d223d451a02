package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Dead launches are told from live ones by the lock on the folder (CB-079,
// SN-004), and the command that the probe ends with clears the dead alone.
func TestLaunches(t *testing.T) {
	t.Parallel()
	conf, dir := scratch(t)
	d := newDoctor(t, conf)
	names := []string{"configuration", "directory", "launches"}
	look(t, d, names...).want(t, OK, "^no launch runs, and no dead one left anything$", "")

	running, dead := filepath.Join(dir.Path(), "launch-live"), filepath.Join(dir.Path(), "launch-dead")
	for _, folder := range []string{running, dead} {
		must(t, os.MkdirAll(folder+"/out", 0o700))
	}
	lock, err := os.Open(running)
	must(t, err)
	defer lock.Close()
	must(t, unix.Flock(int(lock.Fd()), unix.LOCK_EX))

	left := look(t, d, names...)
	left.want(t, Warning, "^1 launch runs; left by dead ones, and cleared by the next: launch-dead$", "^rm -rf /.*/launch-dead$")
	left.obey(t)
	look(t, d, names...).want(t, OK, "^1 launch runs, and no dead one", "")
}

// Who holds the connector's directory is named; what needs it waits for another
// look.
func TestHeldDirectory(t *testing.T) {
	t.Parallel()
	conf, dir := scratch(t)
	d := newDoctor(t, conf)
	look(t, d, "configuration", "directory", "lock").want(t, OK, "nobody holds", "")

	held, err := dir.Lock(t.Context(), "connector-browser install", nil)
	must(t, err)
	look(t, d, "configuration", "directory", "lock").want(t, Warning,
		fmt.Sprintf("held by process %d: connector-browser install, since ", os.Getpid()), fmt.Sprintf("kill %d$", os.Getpid()))
	look(t, d, "login").want(t, Skipped, "held by process", "")
	look(t, d, "launches").want(t, Skipped, "held by process", "")
	look(t, d, "platform", "build").want(t, Skipped, "held by process", "")

	held.Release()
	look(t, d, "lock").want(t, OK, "nobody holds", "")
}

package secrets

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"

	"connector-browser/secrets/safefile"
)

// steps are the system calls of a Store, in their order; the table is what a
// Trap sees.
func steps(export bool) (all []string) {
	first := safefile.RemoveSteps
	if export {
		first = safefile.WriteSteps
	}
	for _, s := range first {
		all = append(all, exportName+" "+s)
	}
	for _, s := range safefile.WriteSteps {
		all = append(all, stateName+" "+s)
	}
	return all
}

// turns are the stores that fail: from which pair, to which.
var turns = map[string]struct{ from, to Login }{
	"off to on": {Login{[]byte(CleanProfile), false}, Login{numbered(1), true}},
	"on to off": {Login{[]byte(CleanProfile), true}, Login{numbered(2), false}},
	"on to on":  {Login{[]byte(CleanProfile), true}, Login{numbered(3), true}},
}

// after is what the directory must hold when a Store ends behind a step: the
// old pair, the old state with the new switch, or the new pair.
func after(step string, from, to Login) Login {
	all := steps(to.Export)
	at := slices.Index(all, step)
	switched := max(slices.Index(all, exportName+" rename"), slices.Index(all, exportName+" remove"))
	switch {
	case at >= slices.Index(all, stateName+" rename"):
		return to
	case at >= switched:
		return Login{from.State, to.Export}
	}
	return from
}

// everyFault runs a test for each step of each turn.
func everyFault(t *testing.T, test func(t *testing.T, step string, from, to Login)) {
	for name, turn := range turns {
		for _, step := range steps(turn.to.Export) {
			t.Run(fmt.Sprintf("CB-044 %s, %s", name, step), func(t *testing.T) {
				t.Parallel()
				test(t, step, turn.from, turn.to)
			})
		}
	}
}

// CB-044: each system call of a Store fails in turn, as on a full disk.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	everyFault(t, func(t *testing.T, step string, from, to Login) {
		dir := newDir(t)
		mustStore(t, dir, from)
		dir.trap = func(at string) error {
			if at == step {
				return &os.PathError{Op: "write", Path: "/a/random/name", Err: syscall.ENOSPC}
			}
			return nil
		}
		err := dir.Store(t.Context(), to)
		if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "random") || strings.Count(err.Error(), "\n") != 0 {
			t.Errorf("the failing Store says %v", err)
		}
		wantLogin(t, dir.Conf(), after(step, from, to))
		wantTidy(t, dir, after(step, from, to).Export)
	})
}

// CB-044: the process is killed behind each system call of a Store.
func TestStoreKilled(t *testing.T) {
	t.Parallel()
	everyFault(t, func(t *testing.T, step string, from, to Login) {
		dir := newDir(t)
		mustStore(t, dir, from)
		cmd := child(t, "store and die", dir.Conf(), "STEP="+step, "STATE="+string(to.State), fmt.Sprintf("EXPORT=%v", to.Export))
		cmd.Run()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
			t.Fatalf("the child ended with %v, not by the signal", cmd.ProcessState)
		}
		wantLogin(t, dir.Conf(), after(step, from, to))

		// Whatever the dead left is gone with the next Store.
		mustStore(t, dir, to)
		wantLogin(t, dir.Conf(), to)
		wantTidy(t, dir, to.Export)
	})
}

func storeAndDie() error {
	dir, err := Open(os.Getenv("CONFIG_LOCAL_DIR"))
	if err != nil {
		return err
	}
	dir.trap = func(at string) error {
		if at == os.Getenv("STEP") {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	return dir.Store(testContext(), Login{State: []byte(os.Getenv("STATE")), Export: os.Getenv("EXPORT") == "true"})
}

// CB-044: a write that the system itself breaks off half way, by the limit on
// the size of a file, leaves the old pair and no part of the new.
func TestStoreDiskFull(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	mustStore(t, dir, Login{State: []byte(CleanProfile)})
	if err := child(t, "store, disk full", dir.Conf()).Run(); err != nil {
		t.Error(err)
	}
	wantLogin(t, dir.Conf(), Login{State: []byte(CleanProfile)})
	wantTidy(t, dir, false)
}

func storeDiskFull() error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 8 << 10, Max: 8 << 10}); err != nil {
		return err
	}
	dir, err := Open(os.Getenv("CONFIG_LOCAL_DIR"))
	if err != nil {
		return err
	}
	if err := dir.Store(testContext(), pairOff); !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("storing 64 KiB where 8 fit says: %w", err)
	}
	return nil
}

// wantTidy says that nothing but the lock and the handles is left.
func wantTidy(t *testing.T, dir *Dir, export bool) {
	t.Helper()
	want := []string{".lock", stateName}
	if export {
		want = append(want, exportName)
	}
	wantFiles(t, dir.Path(), want...)
}

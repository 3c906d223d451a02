package secrets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"connector-browser/secrets/safefile"
)

// saves are the two ways to replace the state alone.
var saves = map[string]func(*Dir, context.Context, []byte) error{"StoreState": (*Dir).StoreState, "StoreOwn": (*Dir).StoreOwn}

var (
	oldState = Login{[]byte(CleanProfile), true}
	newState = Login{[]byte(`{"cookies":[{"name":"new","value":"v","domain":"a.example","path":"/"}],"origins":[]}`), true}
)

// afterSave is what is there when a save ends behind a step.
func afterSave(step string) Login {
	if slices.Index(safefile.WriteSteps, step) >= slices.Index(safefile.WriteSteps, "rename") {
		return newState
	}
	return oldState
}

// everySave runs a test for each step of each save.
func everySave(t *testing.T, test func(t *testing.T, dir *Dir, save, step string)) {
	for save := range saves {
		for _, step := range safefile.WriteSteps {
			t.Run(save+", "+step, func(t *testing.T) {
				t.Parallel()
				dir := newDir(t)
				mustStore(t, dir, oldState)
				test(t, dir, save, step)
			})
		}
	}
}

// CB-131, CB-133: each system call of a save fails in turn, as on a full disk: the
// old state is there or the new one, never a part, and no other file.
func TestSaveFails(t *testing.T) {
	t.Parallel()
	everySave(t, func(t *testing.T, dir *Dir, save, step string) {
		dir.trap = func(at string) error {
			if at == stateName+" "+step {
				return &os.PathError{Op: "write", Path: "/a/random/name", Err: syscall.ENOSPC}
			}
			return nil
		}
		err := saves[save](dir, t.Context(), newState.State)
		if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "random") || strings.Contains(err.Error(), "new") {
			t.Errorf("it says %v", err)
		}
		wantLogin(t, dir.Conf(), afterSave(step))
		wantTidy(t, dir, true)
	})
}

// CB-131, CB-138: the process is killed behind each system call of a save: the
// old state is there or the new one, and what a next start sweeps leaves no file.
func TestSaveKilled(t *testing.T) {
	t.Parallel()
	everySave(t, func(t *testing.T, dir *Dir, save, step string) {
		cmd := child(t, "save and die", dir.Conf(), "SAVE="+save, "STEP="+step)
		cmd.Run()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
			t.Fatalf("the child ended with %v, not by the signal", cmd.ProcessState)
		}
		wantLogin(t, dir.Conf(), afterSave(step))
		held, err := dir.Lock(t.Context(), "starts a launch", nil)
		if err != nil {
			t.Fatal(err)
		}
		dir.Sweep()
		held.Release()
		wantLogin(t, dir.Conf(), afterSave(step))
		wantTidy(t, dir, true)
	})
}

func saveAndDie() error {
	dir, err := Open(os.Getenv("CONFIG_LOCAL_DIR"))
	if err != nil {
		return err
	}
	dir.trap = func(at string) error {
		if at == stateName+" "+os.Getenv("STEP") {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	save := saves[os.Getenv("SAVE")]
	if save == nil {
		return fmt.Errorf("no save is called %q", os.Getenv("SAVE"))
	}
	return save(dir, testContext(), newState.State)
}

// What a killed save of a named secret left is swept as well, and no secret is.
func TestSweepNamed(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	if err := dir.SetNamed(t.Context(), Named{Name: "word", Hosts: []string{"a.example"}, Value: "before"}); err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{".word.tmp-1", ".other.tmp-22"} {
		if err := os.WriteFile(filepath.Join(dir.Path(), "secrets", left), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dir.Sweep()
	wantFiles(t, filepath.Join(dir.Path(), "secrets"), "word")
}

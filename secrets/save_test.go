package secrets

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// CB-131, CB-136: a save replaces the state alone, and obeys the rule.
func TestStoreState(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	saved := numbered(7)

	mustStore(t, dir, Login{State: []byte(CleanProfile)})
	if err := dir.StoreState(t.Context(), saved); !errors.Is(err, ErrExportOff) { // CB-120
		t.Errorf("with the export off, StoreState says %v", err)
	}
	wantLogin(t, dir.Conf(), Login{State: []byte(CleanProfile)})

	mustStore(t, dir, Login{State: []byte(CleanProfile), Export: true})
	for i := range 2 {
		again := numbered(i)
		if err := dir.StoreState(t.Context(), again); err != nil {
			t.Fatal(err)
		}
		wantLogin(t, dir.Conf(), Login{State: again, Export: true})
	}
	before := numbered(1)
	if err := dir.StoreState(t.Context(), bytes.Repeat([]byte(" "), MaxState+1)); err == nil { // CB-133
		t.Error("a state over the limit was saved")
	}
	dir.trap = func(step string) error {
		if step == stateName+" write" {
			return syscall.ENOSPC
		}
		return nil
	}
	wantError(t, dir.StoreState(t.Context(), saved), filepath.Join(dir.Path(), stateName)+" cannot be written: no space left on device (make room on that disk and try again)")
	wantLogin(t, dir.Conf(), Login{State: before, Export: true})
	wantTidy(t, dir, true)
}

// CB-138: saves in flight side by side, some of them cancelled: the last one
// that was stored is there, whole, and nothing is left beside it.
func TestStoreStateSideBySide(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	mustStore(t, dir, Login{State: []byte(CleanProfile), Export: true})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()

	stored := map[string]bool{}
	var group sync.WaitGroup
	var lock sync.Mutex
	for i := range 20 {
		ctx := t.Context()
		if i%2 == 1 {
			ctx = cancelled
		}
		group.Go(func() {
			state := string(numbered(i))
			err := dir.StoreState(ctx, []byte(state))
			lock.Lock()
			defer lock.Unlock()
			stored[state] = err == nil
			if (err == nil) == (ctx == cancelled) {
				t.Errorf("save %d says %v", i, err)
			}
		})
	}
	group.Wait()
	login, err := dir.Login(t.Context())
	if err != nil || !stored[string(login.State)] {
		t.Errorf("the directory holds %q, %v", login.State, err)
	}
	wantTidy(t, dir, true)
}

package sandbox

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// belongings counts what a launch could leave in the launcher.
func belongings(t *testing.T) (descriptors, goroutines int) {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries), runtime.NumGoroutine()
}

// children lists this process's own, the dead that nobody asked after among them.
func children() (pids []string) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if isNumber(entry.Name()) && statusOf(entry.Name())["PPid"] == itoa(os.Getpid()) {
			pids = append(pids, entry.Name())
		}
	}
	return pids
}

// TestLeaksNothing: a hundred launches, eight at once, leave no process,
// descriptor, goroutine, thread, cgroup or file of ours. It does not run
// beside other tests, since it counts.
func TestLeaksNothing(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 16
	}
	one := func() {
		c, err := Start(probing(t.TempDir(), "wait"))
		if err != nil {
			t.Error(err)
			return
		}
		c.Stdin.Close()
		if exit, err := c.Wait(); err != nil || exit != (Exit{}) {
			t.Errorf("ended with %+v, %v", exit, err)
		}
		c.Close()
		c.Close()
	}
	one() // what is made once and kept
	descriptors, goroutines := belongings(t)

	for range rounds / 2 {
		one()
	}
	slots := make(chan bool, 8)
	var all sync.WaitGroup
	for range rounds / 2 {
		slots <- true
		all.Go(func() { one(); <-slots })
	}
	all.Wait()

	for end := time.Now().Add(2 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		d, g := belongings(t)
		if d <= descriptors && g <= goroutines && len(children()) == 0 {
			break
		}
		if time.Now().After(end) {
			t.Errorf("descriptors %d → %d, goroutines %d → %d, processes left %v", descriptors, d, goroutines, g, children())
			break
		}
	}
	for _, parent := range cgroupParents() {
		if left, _ := filepath.Glob(filepath.Join(parent.dir, cgroupPrefix+"*-"+itoa(os.Getpid()))); len(left) > 0 {
			t.Errorf("cgroups left: %v", left)
		}
	}
}

// TestLeaksNothingOfFailures: a launch that fails leaves nothing either.
func TestLeaksNothingOfFailures(t *testing.T) {
	w := probing(t.TempDir(), "wait")
	w.Program = "/usr/bin/no-such-program"
	if _, err := Start(w); err == nil {
		t.Fatal("it started")
	}
	descriptors, goroutines := belongings(t)
	for range 10 {
		Start(w)
	}
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		d, g := belongings(t)
		if d <= descriptors && g <= goroutines && len(children()) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("descriptors %d → %d, goroutines %d → %d, processes left %v", descriptors, d, goroutines, g, children())
		}
	}
}

package launcher

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// mortal, as the first argument of this test binary, makes it a process that
// dies by SIGSEGV, from another thread than its first.
const mortal = "mortal"

func beMortal() {
	go func() {
		Die(syscall.SIGSEGV)
		os.Exit(1) // it lived on
	}()
	select {}
}

// CB-073: the end by a signal is one, whichever thread asks for it.
func TestDie(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		cmd := exec.Command(self, mortal)
		cmd.Run()
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGSEGV || status.CoreDump() {
			t.Fatalf("it ended with %v", cmd.ProcessState)
		}
	}
}

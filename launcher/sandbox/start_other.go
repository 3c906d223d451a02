//go:build !linux && !darwin

package sandbox

import (
	"os"
	"runtime"
)

type handle struct{}

// Start refuses: without walls nothing starts.
func Start(Walls) (*Child, error) {
	return nil, &Error{Wall: "walls", Reason: "there are none for " + runtime.GOOS, Cure: "use Linux or macOS"}
}

// Stage2 has nothing to do here.
func Stage2() {}

func (*Child) Pid() int               { return 0 }
func (*Child) Signal(os.Signal) error { return os.ErrProcessDone }
func (*Child) Kill() error            { return os.ErrProcessDone }
func (*Child) Wait() (Exit, error)    { return Exit{}, os.ErrProcessDone }
func (*Child) Close() error           { return nil }

package sandbox

import (
	"math"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// The two names under which this program re-executes itself. A name is used
// and not an environment variable, which a person could set by accident and
// every child would inherit; the control socket confirms it.
const (
	builderName = "connector-browser[builder]"
	initName    = "connector-browser[init]"
)

// controlFD is where the builder, and init after it, find the control socket:
// the first descriptor after the three standard ones.
const controlFD = 3

// Stage2 is the inside half of the walls. It must be the first statement of
// main (of TestMain in tests) of every program that calls Start. It returns
// at once unless this process was re-executed by Start; then it never returns.
func Stage2() {
	if len(os.Args) == 0 {
		return
	}
	switch os.Args[0] {
	case builderName:
		os.Exit(inside(build))
	case initName:
		os.Exit(inside(supervise))
	}
}

// inside runs one stage on a thread that it keeps, and reports what the stage
// could not do.
func inside(stage func(control) error) int {
	runtime.LockOSThread()
	c := control(controlFD)
	if !c.isControl() {
		os.Stderr.WriteString("connector-browser: this program name belongs to the walls and cannot be used by hand\n")
		return 2
	}
	// Whoever started the launcher may have left descriptors open. Go marks
	// its own close-on-exec; these it cannot know. They are closed and not
	// marked, so that not even process 1 holds one.
	err := unix.CloseRange(controlFD+1, math.MaxInt32, 0)
	if err == nil {
		err = stage(c)
	}
	if err != nil {
		c.send(message{Failed: failureOf(err)}, -1)
		return 1
	}
	return 0
}

// init makes the two inside stages start before the packages that sort after
// this one are initialized, which they have no use for, and keeps a program
// whose main forgot Stage2 from running twice.
func init() { Stage2() }

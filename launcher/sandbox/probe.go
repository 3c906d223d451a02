package sandbox

import "os"

// Probe builds the walls with nothing inside, and takes them down: nil means
// that a launch can be walled in on this machine, now. The *Error otherwise
// is the one that Start would give.
func Probe() error {
	dir, err := os.MkdirTemp("", "connector-browser-probe-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := Start(Walls{Dir: dir})
	if err != nil {
		return err
	}
	defer c.Close()
	if exit, err := c.Wait(); err != nil || exit != (Exit{}) {
		return &Error{Wall: "walls", Reason: "they stood, and fell by themselves", Cure: "see whether something on this machine kills new processes", Err: err}
	}
	return nil
}

package doctor

import (
	"context"
	"fmt"
	"time"
)

// lookAtLock asks who holds the connector's directory: an install that goes on,
// or one that hangs.
func (d *Doctor) lookAtLock(ctx context.Context) Result {
	if d.dir == nil {
		return d.noDirectory()
	}
	release, err := d.hold(ctx)
	if err != nil {
		return failed("rm -f "+quote(d.dir.Path()+"/.lock"), "%v", err)
	}
	if release == nil {
		return warning(d.mendHolder(), "the connector's directory is held by %s, and a launch waits for it no longer than 10 seconds", d.holder)
	}
	release()
	return ok("nobody holds the connector's directory")
}

// hold takes the lock of the connector's directory for a moment. Where somebody
// has it for longer, release is nil and d.holder says who.
func (d *Doctor) hold(ctx context.Context) (release func(), err error) {
	patience, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	d.holder = ""
	held, err := d.dir.Lock(patience, "connector-browser doctor", func(holder string) { d.holder = holder })
	if err == nil {
		d.holder = ""
		return held.Release, nil
	}
	if patience.Err() == nil {
		return nil, err
	}
	if d.holder == "" {
		d.holder = "another connector-browser"
	}
	return nil, nil
}

func (d *Doctor) mendHolder() string {
	var pid int
	if n, _ := fmt.Sscanf(d.holder, "process %d:", &pid); n == 1 {
		return fmt.Sprintf("wait until it is done, or end it: kill %d", pid)
	}
	return "wait until it is done"
}

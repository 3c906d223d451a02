package sandbox

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Pid is the process id of the launch's process 1, as seen by the caller.
func (c *Child) Pid() int { return c.process.Pid }

// Signal asks init to pass the signal on to the program (CB-074). KILL ends
// the whole launch.
func (c *Child) Signal(sig os.Signal) error {
	number, ok := sig.(syscall.Signal)
	if !ok {
		return syscall.EINVAL
	}
	if number == syscall.SIGKILL {
		return c.Kill()
	}
	c.closing.Lock()
	defer c.closing.Unlock()
	if c.closed || c.control.send(message{Signal: number}, -1) != nil {
		return os.ErrProcessDone
	}
	return nil
}

// Kill ends everything inside at once: the kernel takes a PID namespace down
// with its process 1.
func (c *Child) Kill() error { return c.process.Kill() }

// Wait returns when nothing is left inside, and says how the program ended. A
// launch whose process 1 was killed ended by that signal. Output that nobody
// has read yet stays in the pipes.
func (c *Child) Wait() (Exit, error) {
	<-c.told
	<-c.ended
	if c.exit != nil {
		return *c.exit, nil
	}
	if c.state != nil {
		if status, ok := c.state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return Exit{Signal: status.Signal()}, nil
		}
	}
	return Exit{Code: 1}, &Error{Wall: "process 1", Reason: "ended without saying how the program ended", Cure: "please report this"}
}

// Close ends what still runs, waits until it is gone, and lets go of every
// descriptor. It may be called again.
func (c *Child) Close() error {
	if c.process != nil {
		c.process.Kill()
		<-c.ended
	}
	<-c.told
	c.closing.Lock()
	defer c.closing.Unlock()
	if c.closed {
		return nil
	}
	c.closed = true
	unix.Close(int(c.control))
	c.cgroup.remove()
	if c.Proxy != nil {
		c.Proxy.Close()
	}
	for _, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		if f != nil {
			f.Close()
		}
	}
	return nil
}

// listen takes init's last word. The control socket ends with process 1.
func (c *Child) listen() {
	defer close(c.told)
	for {
		m, _, err := c.control.receive()
		if err != nil {
			return
		}
		if m.Exit != nil {
			c.exit = m.Exit
			return
		}
	}
}

package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// handle is the launcher's hold on a launch.
type handle struct {
	command *exec.Cmd
	ended   chan struct{}
	once    sync.Once
}

// Start runs the program under sandbox-exec with the profile of
// seatbeltProfile, as the leader of a session of its own. It is built on
// every change and has never been run on a Mac.
//
// Of what Linux promises, macOS has no means for this: processes inside do
// not end with a launcher that is killed by SIGKILL, but only when they see
// their standard input end. And the door is a port of the whole machine, so
// one launch runs at a time.
func Start(w Walls) (*Child, error) {
	w = w.withDefaults()
	if err := w.check(); err != nil {
		return nil, err
	}
	if w.Program == "" {
		w.Program = "/usr/bin/true"
	}
	door, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", ProxyPort))
	if err != nil {
		return nil, &Error{Wall: "egress", Reason: fmt.Sprintf("port %d of this machine is taken", ProxyPort), Cure: "end the launch that runs already", Err: err}
	}
	c := &Child{Proxy: door, handle: handle{ended: make(chan struct{})}}
	c.command = exec.Command("/usr/bin/sandbox-exec", append([]string{"-p", seatbeltProfile(w), w.Program}, w.Args...)...)
	c.command.Env, c.command.Dir = append([]string{}, w.Env...), w.Cwd
	c.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.start(); err != nil {
		c.release()
		return nil, &Error{Wall: "Seatbelt", Reason: "sandbox-exec cannot be started", Cure: "see that /usr/bin/sandbox-exec is there", Err: err}
	}
	go func() {
		c.command.Wait()
		syscall.Kill(-c.command.Process.Pid, syscall.SIGKILL) // what the program left behind
		close(c.ended)
	}()
	return c, nil
}

// start connects the pipes and starts.
func (c *Child) start() error {
	var theirs [3]*os.File
	for i, ours := range []**os.File{&c.Stdin, &c.Stdout, &c.Stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		theirs[i], *ours = w, r
		if i == 0 {
			theirs[i], *ours = r, w
		}
		defer theirs[i].Close()
	}
	c.command.Stdin, c.command.Stdout, c.command.Stderr = theirs[0], theirs[1], theirs[2]
	return c.command.Start()
}

// Pid is the process id of the program.
func (c *Child) Pid() int { return c.command.Process.Pid }

// Signal passes the signal on to the program (CB-074).
func (c *Child) Signal(sig os.Signal) error {
	if sig == syscall.SIGKILL {
		return c.Kill()
	}
	return c.command.Process.Signal(sig)
}

// Kill ends the program and all that stayed in its session's group.
func (c *Child) Kill() error {
	return syscall.Kill(-c.command.Process.Pid, syscall.SIGKILL)
}

// Wait returns when the program has ended, and says how.
func (c *Child) Wait() (Exit, error) {
	<-c.ended
	status, ok := c.command.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case !ok:
		return Exit{Code: 1}, errors.New("the program's end is unknown")
	case status.Signaled():
		return Exit{Signal: status.Signal()}, nil
	}
	return Exit{Code: status.ExitStatus()}, nil
}

// Close ends what still runs and lets go of every descriptor.
func (c *Child) Close() error {
	c.Kill()
	<-c.ended
	c.once.Do(c.release)
	return nil
}

func (c *Child) release() {
	c.Proxy.Close()
	for _, f := range []*os.File{c.Stdin, c.Stdout, c.Stderr} {
		if f != nil {
			f.Close()
		}
	}
}

// Stage2 has nothing to do here: Seatbelt needs no second stage.
func Stage2() {}

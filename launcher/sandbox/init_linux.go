package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// supervise is process 1 inside. It runs until the program ends, reports that,
// and ends too, whereupon the kernel ends everything left. It has the working
// directory that the program is to have, and an empty environment: the
// program's own could steer the loader and the Go runtime of this one.
func supervise(c control) error {
	if os.Getpid() != 1 {
		return errors.New("not process 1")
	}
	if err := guard(c); err != nil {
		return err
	}
	signal.Notify(make(chan os.Signal, 1)) // code inside may signal process 1; that must not end it

	door, err := listen()
	if err != nil {
		return &Error{Wall: "egress", Reason: fmt.Sprintf("the door on port %d cannot be opened", ProxyPort), Cure: reportCure, Err: err}
	}
	w, err := c.description() // comes when the program is approved: what can be done before is done
	if err != nil {
		return err
	}
	pid, err := start(w)
	if err != nil {
		return err
	}
	if err := c.send(message{Started: true}, door); err != nil {
		return err
	}
	unix.Close(door)
	if pid == 0 {
		return c.send(message{Exit: &Exit{}}, -1)
	}
	go forward(c, pid)
	return c.send(message{Exit: reap(pid)}, -1)
}

// guard makes process 1 unreadable for what runs beside it under the same id,
// and ties its life to the launcher's. A change of id cleared the signal that
// the clone asked for (prctl(2)), so it is asked for again; a launcher that
// died in between shows as the control socket's end.
func guard(c control) error {
	unix.CloseOnExec(int(c))
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	return nil
}

// start runs the program in a session of its own, with the three standard
// descriptors and no other, and then lets go of them, so that a pipe's end is
// seen on the other side when the program closes it.
func start(w Walls) (int, error) {
	if w.Program == "" {
		return 0, nil
	}
	pid, err := syscall.ForkExec(w.Program, append([]string{w.Program}, w.Args...), &syscall.ProcAttr{
		Env:   w.Env,
		Files: []uintptr{0, 1, 2},
		Sys:   &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return 0, &Error{Wall: "program", Reason: w.Program + " cannot be started inside", Cure: "see that it and its interpreter are among the read-only paths, readable and executable for everyone", Err: err}
	}
	null, err := unix.Open("/dev/null", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, os.NewSyscallError("open", err)
	}
	defer unix.Close(null)
	for fd := range 3 {
		if err := unix.Dup3(null, fd, 0); err != nil {
			return 0, os.NewSyscallError("dup3", err)
		}
	}
	return pid, nil
}

// forward passes the launcher's signals on, and those that somebody outside
// sends to process 1 itself where they have a meaning for the program
// (CB-074). The launcher's end is the end of all.
func forward(c control, pid int) {
	stop := make(chan os.Signal, 16)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	go func() {
		for s := range stop {
			unix.Kill(pid, s.(syscall.Signal))
		}
	}()
	for {
		m, _, err := c.receive()
		if err != nil {
			os.Exit(1)
		}
		if m.Signal > 0 {
			unix.Kill(pid, m.Signal)
		}
	}
}

// reap collects every process that ends inside, whoever its parent was, until
// the program itself does.
func reap(program int) *Exit {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return &Exit{Code: 1} // cannot happen: the program is our child
		case pid == program && status.Exited():
			return &Exit{Code: status.ExitStatus()}
		case pid == program && status.Signaled():
			return &Exit{Signal: status.Signal()}
		}
	}
}

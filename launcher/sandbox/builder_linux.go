package sandbox

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// build puts up the walls in the order in which each can still be built, and
// ends as init. On entry this process is alone in its namespaces, holds
// builderCaps there, and still has the caller's face to the file system.
func build(c control) error {
	w, err := c.description()
	if err != nil {
		return err
	}
	if err := nameHost(w.Hostname); err != nil {
		return err
	}
	if err := raiseLoopback(); err != nil {
		return err
	}
	grafts, err := take(w) // as the caller: its folders may be closed to others
	if err != nil {
		return err
	}
	if err := enterEmptyRoot(w.Dir); err != nil {
		return err
	}
	if err := becomeInsideID(); err != nil {
		return err
	}
	if err := furnish(w, grafts); err != nil {
		return err
	}
	if err := os.Chdir(w.Cwd); err != nil {
		return &Error{Wall: "file system", Reason: "the working directory does not exist inside", Cure: "choose one inside the launch directory", Err: err}
	}
	if err := limit(w.Limits); err != nil {
		return err
	}
	if err := dropPrivileges(); err != nil {
		return err
	}
	if err := installFilter(); err != nil {
		return err
	}
	return becomeInit()
}

// nameHost gives the inside a host name of its own.
func nameHost(name string) error {
	if err := unix.Sethostname([]byte(name)); err != nil {
		return &Error{Wall: "host name", Reason: "cannot be set", Cure: "choose one of at most 64 bytes", Err: err}
	}
	return nil
}

// becomeInit executes this program again, for exec is the one operation that
// takes all threads of a Go program along: capabilities, no_new_privs and the
// filter belong to threads, and the runtime started others long ago. (What
// the syscall package offers for this, AllThreadsSyscall, refuses in binaries
// that use cgo.)
func becomeInit() error {
	err := syscall.Exec("/proc/self/exe", []string{initName}, nil)
	return &Error{Wall: "process 1", Reason: "this program's own file cannot be executed by the id inside", Cure: "make it readable and executable for everyone (chmod 755)", Err: err}
}

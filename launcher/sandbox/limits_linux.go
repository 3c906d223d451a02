package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// limit sets what one process, and all of them together, may use. The number
// of processes is counted per user namespace since Linux 5.14, so it neither
// counts the caller's other processes nor is it escaped by a namespace made
// inside: what is in that counts here too.
//
// The limit on core dumps is 1 and not 0: where core_pattern names a program,
// the kernel runs it at 0 all the same, and what it stores would hold the
// login; 1 is the value at which it does not (fs/coredump.c, core(5)).
//
// Memory is not bounded here. RLIMIT_AS would end Chromium and V8, which
// reserve address space by the hundred gigabytes; see cgroup_linux.go.
func limit(l Limits) error {
	for _, one := range []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core dumps", unix.RLIMIT_CORE, 1},
		{"open files", unix.RLIMIT_NOFILE, uint64(l.Files)},
		{"processes", unix.RLIMIT_NPROC, uint64(l.Processes)},
		{"message queues", unix.RLIMIT_MSGQUEUE, 0},
	} {
		var now unix.Rlimit
		err := unix.Getrlimit(one.resource, &now)
		if err == nil {
			value := min(one.value, now.Max) // a limit that the caller is under holds
			err = unix.Setrlimit(one.resource, &unix.Rlimit{Cur: value, Max: value})
		}
		if err != nil {
			return &Error{Wall: "limits", Reason: fmt.Sprintf("the limit on %s cannot be set", one.name), Cure: reportCure, Err: err}
		}
	}
	return nil
}

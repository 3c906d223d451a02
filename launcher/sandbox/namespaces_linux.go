package sandbox

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// namespaces is what the builder is cloned into. A kernel without cgroups has
// no cgroup namespace and nothing that it would hide.
func namespaces() uintptr {
	flags := uintptr(unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNS |
		unix.CLONE_NEWIPC | unix.CLONE_NEWNET | unix.CLONE_NEWUTS)
	if _, err := os.Stat("/proc/self/ns/cgroup"); err == nil {
		flags |= unix.CLONE_NEWCGROUP
	}
	return flags
}

// furtherNamespaces is how many may be made inside, of each kind. Chromium
// makes one user and one network namespace, and a PID namespace for each
// renderer. Every kind costs kernel memory that no other limit counts, and
// opens a part of the kernel, so the rest are none.
var furtherNamespaces = map[string]int{
	"user": 64, "pid": 1024, "net": 64,
	"cgroup": 0, "ipc": 0, "mnt": 0, "time": 0, "uts": 0,
}

// limitNamespaces writes that into this user namespace's own switches, which
// hold for all user namespaces below it (namespaces(7), /proc/sys/user).
func limitNamespaces() error {
	for kind, most := range furtherNamespaces {
		name := "/proc/sys/user/max_" + kind + "_namespaces"
		err := os.WriteFile(name, []byte(strconv.Itoa(most)), 0)
		if err != nil && !os.IsNotExist(err) { // a kernel without that kind
			return &Error{Wall: "limits", Reason: "the number of " + kind + " namespaces cannot be bounded", Err: err}
		}
	}
	return nil
}

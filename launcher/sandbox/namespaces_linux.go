package sandbox

import (
	"maps"
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

// watches is how much of what the kernel grants a user for watching files may
// be used inside: it counts for an ordinary caller's own id as well, and with
// none left the person's other programs fail (inotify(7)).
var watches = map[string]int{"inotify_instances": 32, "inotify_watches": 4096}

// limitNamespaces writes both into this user namespace's own switches, which
// hold for all user namespaces below it (namespaces(7), /proc/sys/user).
func limitNamespaces() error {
	most := maps.Clone(watches)
	for kind, n := range furtherNamespaces {
		most[kind+"_namespaces"] = n
	}
	for what, n := range most {
		err := os.WriteFile("/proc/sys/user/max_"+what, []byte(strconv.Itoa(n)), 0)
		if err != nil && !os.IsNotExist(err) { // a kernel without that kind
			return &Error{Wall: "limits", Reason: "max_" + what + " cannot be set", Err: err}
		}
	}
	return nil
}

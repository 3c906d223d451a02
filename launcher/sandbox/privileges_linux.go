package sandbox

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// builderCaps is what the builder needs, in its own user namespace: for mounts
// and the host name, the loopback interface, the bound on namespaces, the
// change of identity, and the emptying of the bounding set. They are ambient,
// because an exec under an id other than 0 loses all others.
var builderCaps = []uintptr{
	unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SYS_RESOURCE,
	unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_SETPCAP,
}

// becomeInsideID leaves the caller's id behind. An ordinary caller's is the id
// inside already, under another number; the groups of such a caller stay,
// since the kernel lets no unprivileged one drop any (user_namespaces(7)), and
// open nothing inside, where none of their files is.
func becomeInsideID() error {
	if os.Getuid() == insideID && os.Getgid() == insideID {
		return nil
	}
	err := syscall.Setgroups(nil) // these calls change every thread
	if err == nil {
		err = syscall.Setresgid(insideID, insideID, insideID)
	}
	if err == nil {
		err = syscall.Setresuid(insideID, insideID, insideID)
	}
	if err != nil {
		return &Error{Wall: "user namespace", Reason: "the id inside cannot be taken", Err: err}
	}
	return nil
}

// dropPrivileges gives up every capability of this thread, for good.
func dropPrivileges() error {
	wrong := func(what string, err error) error {
		return &Error{Wall: "privileges", Reason: what, Cure: reportCure, Err: err}
	}
	for c := uintptr(0); ; c++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		if err == unix.EINVAL && c > unix.CAP_SYS_ADMIN {
			break // beyond the last one that this kernel knows
		}
		if err != nil {
			return wrong("the bounding set cannot be emptied", err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return wrong("the ambient capabilities cannot be cleared", err)
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return wrong("the capabilities cannot be given up", err)
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return wrong("no_new_privs cannot be set", err)
	}
	return nil
}

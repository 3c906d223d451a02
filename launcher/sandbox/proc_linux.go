package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// visibleProc is what /proc shows beside the processes inside: what Node.js,
// Chromium and glibc read. The rest, and what a newer kernel adds, is masked.
var visibleProc = map[string]bool{
	"cpuinfo": true, "filesystems": true, "loadavg": true, "meminfo": true,
	"mounts": true, "net": true, "self": true, "stat": true, "sys": true,
	"thread-self": true, "uptime": true, "version": true, "vmstat": true,
}

// mountProc mounts this PID namespace's own /proc. The kernel allows it only
// while the host's /proc is still in sight and nothing in that is covered
// over, so that no namespace sees more than its parent (mount_too_revealing
// in fs/namespace.c); containers do cover it.
func mountProc() error {
	if err := os.Mkdir("/proc", 0o555); err != nil {
		return cannotShow("/proc", err)
	}
	err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	if err == unix.EPERM {
		return &Error{Wall: "/proc", Reason: "a /proc of its own is refused because parts of this machine's /proc are covered, as containers do", Cure: "start the container with --security-opt systempaths=unconfined, or run outside of it", Err: err}
	}
	if err != nil {
		return &Error{Wall: "/proc", Reason: "cannot be mounted", Err: err}
	}
	return nil
}

// maskProc covers all that visibleProc does not name.
func maskProc() error {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return cannotShow("/proc", err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if visibleProc[name] || isNumber(name) {
			continue
		}
		path := "/proc/" + name
		if entry.IsDir() {
			err = unix.Mount("tmpfs", path, "tmpfs", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "mode=0555,size=4k,nr_inodes=1")
		} else if entry.Type().IsRegular() {
			err = unix.Mount("/dev/null", path, "", unix.MS_BIND, "")
		}
		if err != nil {
			return &Error{Wall: path, Reason: "cannot be covered", Err: err}
		}
	}
	return nil
}

// closeSwitches makes the kernel's switches read-only. The id inside could
// write none of them by its rights alone; but /proc/sys/kernel/core_pattern
// is root on the host at the next crash, so this does not hang on one reason.
//
// The few switches that are this namespace's own are set in between: once
// they are, the kernel would refuse open_tree, which makes a mount namespace
// of its own for what it holds.
func closeSwitches() error {
	wrong := func(err error) error {
		return &Error{Wall: "/proc/sys", Reason: "cannot be made read-only", Err: err}
	}
	switches, err := open("/proc/sys", unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
	if err != nil {
		return wrong(err)
	}
	if err := limitNamespaces(); err != nil {
		return err
	}
	if err := switches.put(); err != nil {
		return wrong(err)
	}
	return nil
}

func isNumber(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return s != ""
}

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// oldestKernel is the first that counts processes per user namespace; the
// mount calls that the walls are made of are a little older.
const oldestKernel = "5.14"

// kernelIsNewEnough refuses a kernel on which a wall would only seem to stand.
func kernelIsNewEnough() error {
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return os.NewSyscallError("uname", err)
	}
	release := unix.ByteSliceToString(name.Release[:])
	var major, minor int
	if _, err := fmt.Sscanf(release, "%d.%d", &major, &minor); err != nil || major < 5 || major == 5 && minor < 14 {
		return &Error{Wall: "kernel", Reason: "Linux " + release + " lacks what the walls are made of", Cure: "use Linux " + oldestKernel + " or newer"}
	}
	return nil
}

// circumstances is what this machine says about user namespaces. Several
// settings answer a clone or a mount with the same errno, so the errno alone
// explains nothing.
type circumstances struct {
	unprivilegedClone string // kernel.unprivileged_userns_clone: Debian's own switch
	maxNamespaces     string // user.max_user_namespaces
	appArmor          bool   // AppArmor allows them to named programs alone: Ubuntu 23.10 and later
	container         bool   // a container's seccomp and AppArmor profiles hold
}

func theseCircumstances() circumstances {
	return circumstances{
		unprivilegedClone: setting("kernel/unprivileged_userns_clone"),
		maxNamespaces:     setting("user/max_user_namespaces"),
		appArmor:          setting("kernel/apparmor_restrict_unprivileged_userns") == "1" && os.Geteuid() != 0,
		container:         inContainer(),
	}
}

// explainClone says which of them refused the namespaces.
func explainClone(err error) error { return theseCircumstances().clone(err) }

func (c circumstances) clone(err error) *Error {
	e := &Error{Wall: "user namespace", Err: err}
	switch {
	case errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.EACCES):
		e.Wall, e.Reason, e.Cure = "process", "this program cannot execute itself again by /proc/self/exe", "see that /proc is mounted and the program's file is still there and executable"
	case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.ENOMEM):
		e.Wall, e.Reason, e.Cure = "process", "no further process can be started", "see ulimit -u and the free memory"
	case c.unprivilegedClone == "0":
		e.Reason, e.Cure = "the kernel switch kernel.unprivileged_userns_clone is off", "switch it on: sudo sysctl -w kernel.unprivileged_userns_clone=1"
	case c.maxNamespaces == "0" || errors.Is(err, syscall.ENOSPC):
		e.Reason, e.Cure = "the kernel allows no more of them (user.max_user_namespaces is "+c.maxNamespaces+")", "raise it: sudo sysctl -w user.max_user_namespaces=10000"
	case c.appArmor:
		e.Reason, e.Cure = appArmorReason, appArmorCure
	case c.container:
		e.Reason, e.Cure = "the container's seccomp profile refuses them", containerCure
	case errors.Is(err, syscall.EINVAL):
		e.Reason, e.Cure = "the kernel was built without them, or without another of the namespaces", "use a kernel with CONFIG_USER_NS, CONFIG_PID_NS, CONFIG_NET_NS, CONFIG_IPC_NS and CONFIG_UTS_NS"
	default:
		e.Reason, e.Cure = "the kernel refuses them to this process", confinedCure
	}
	return e
}

// mount is the cure where the namespaces were granted and what they are for
// is refused. The launcher adds it to what the builder reports, because the
// builder may not see the settings any more.
func (c circumstances) mount(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSYS):
		return "use Linux " + oldestKernel + " or newer, and let no seccomp profile hide its calls"
	case !errors.Is(err, syscall.EPERM) && !errors.Is(err, syscall.EACCES):
		return reportCure
	case c.appArmor:
		return appArmorReason + ": " + appArmorCure
	case c.container:
		return containerCure
	}
	return confinedCure
}

const (
	reportCure     = "please report this"
	confinedCure   = "see whether a seccomp, AppArmor or SELinux profile, or a chroot, confines this process"
	containerCure  = "start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or run outside of it"
	appArmorReason = "AppArmor grants them to named programs alone (kernel.apparmor_restrict_unprivileged_userns)"
	appArmorCure   = "name this one: connector-browser doctor prints the profile"
)

// inContainer goes by what Docker, Podman and systemd leave in sight.
func inContainer() bool {
	for _, mark := range []string{"/.dockerenv", "/run/.containerenv", "/run/systemd/container"} {
		if _, err := os.Stat(mark); err == nil {
			return true
		}
	}
	return false
}

// setting reads one of the kernel's switches; "" where there is none.
func setting(name string) string {
	text, err := os.ReadFile("/proc/sys/" + name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

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
// mount calls are older.
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

// explainClone turns the clone's refusal into the setting behind it. Several
// settings answer with the same errno, so they are looked at one by one.
func explainClone(err error) error {
	e := &Error{Wall: "user namespace", Err: err}
	errors.As(err, new(syscall.Errno))
	switch {
	case setting("kernel/unprivileged_userns_clone") == "0":
		e.Reason = "the kernel switch kernel.unprivileged_userns_clone is off"
		e.Cure = "switch it on: sudo sysctl -w kernel.unprivileged_userns_clone=1"
	case setting("user/max_user_namespaces") == "0" || errors.Is(err, syscall.ENOSPC):
		e.Reason = "the kernel allows no more of them (user.max_user_namespaces)"
		e.Cure = "raise it: sudo sysctl -w user.max_user_namespaces=10000"
	case appArmorRestricts():
		e.Reason, e.Cure = appArmorReason, appArmorCure()
	case inContainer():
		e.Reason = "the container's seccomp profile refuses them"
		e.Cure = containerCure()
	case errors.Is(err, syscall.EINVAL):
		e.Reason = "the kernel was built without them, or without one of the other namespaces"
		e.Cure = "use a kernel with CONFIG_USER_NS, CONFIG_PID_NS, CONFIG_NET_NS, CONFIG_IPC_NS and CONFIG_UTS_NS"
	case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.ENOMEM):
		e.Wall, e.Reason, e.Cure = "process", "no further process can be started", "see ulimit -u and the free memory"
	default:
		e.Reason = "the kernel refuses it to this process"
		e.Cure = "see whether a seccomp, AppArmor or SELinux profile, or a chroot, confines this process"
	}
	return e
}

// mountCure is the cure for a refusal after the user namespace was made.
func mountCure(err error) string {
	switch {
	case !errors.Is(err, syscall.EPERM) && !errors.Is(err, syscall.EACCES):
		return "please report this"
	case appArmorRestricts():
		return appArmorReason + ": " + appArmorCure()
	case inContainer():
		return containerCure()
	}
	return "see whether a seccomp, AppArmor or SELinux profile confines this process"
}

func containerCure() string {
	return "start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or run outside of it"
}

const appArmorReason = "AppArmor lets only named programs use them (kernel.apparmor_restrict_unprivileged_userns)"

// appArmorCure is the profile that names this program, as Ubuntu 23.10 and
// later want it (https://ubuntu.com/blog/ubuntu-23-10-restricted-unprivileged-user-namespaces).
func appArmorCure() string {
	return "allow it for this program: run connector-browser doctor, which prints the profile"
}

// AppArmorProfile is the text for /etc/apparmor.d that grants user namespaces
// to the program at path and confines it in nothing else.
func AppArmorProfile(path string) string {
	return fmt.Sprintf(`abi <abi/4.0>,
include <tunables/global>

profile connector-browser %q flags=(unconfined) {
  userns,
}
`, path)
}

func appArmorRestricts() bool {
	return setting("kernel/apparmor_restrict_unprivileged_userns") == "1" && os.Geteuid() != 0
}

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

package doctor

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"

	"connector-browser/launcher/sandbox"
)

// lookAtWalls builds the walls with nothing inside. Where the machine refuses,
// the sandbox tells the reasons apart: the kernel's own switches, Ubuntu's
// AppArmor, a container's seccomp profile, a covered /proc (CB-174).
func (d *Doctor) lookAtWalls(context.Context) Result {
	err := d.build()
	if err == nil {
		d.walled = true
		return ok("the walls stand: user, process, mount, network, IPC and host name spaces of their own")
	}
	var refused *sandbox.Error
	if !errors.As(err, &refused) {
		return failed("connector-browser doctor", "the walls cannot be tried: %v", err)
	}
	mend := command(refused.Cure)
	if d.refusedByAppArmor(refused) {
		mend = allowByAppArmor(d.program)
	}
	return failed(mend, "%s: %s", refused.Wall, refused.Reason)
}

// refusedByAppArmor says whether the refusal goes away with a profile that
// names this program: Ubuntu since 23.10 lets unconfined programs of ordinary
// users have no user namespace, or one without any power in it.
func (d *Doctor) refusedByAppArmor(e *sandbox.Error) bool {
	var errno syscall.Errno
	return d.user != 0 && d.setting("kernel/apparmor_restrict_unprivileged_userns") == "1" &&
		d.setting("kernel/unprivileged_userns_clone") != "0" &&
		d.setting("user/max_user_namespaces") != "0" &&
		errors.As(e.Err, &errno) && (errno == syscall.EPERM || errno == syscall.EACCES)
}

// allowByAppArmor is the profile and what makes the kernel know it, to be
// pasted as it is.
func allowByAppArmor(program string) string {
	const file = "/etc/apparmor.d/connector-browser"
	return "sudo tee " + file + " <<'END'\n" +
		strings.TrimSpace(sandbox.AppArmorProfile(program)) +
		"\nEND\nsudo apparmor_parser -r " + file
}

// command leaves the command of a cure that introduces one.
func command(cure string) string {
	if _, command, found := strings.Cut(cure, ": sudo "); found {
		return sudo(command)
	}
	return cure
}

// kernelSetting reads one of the kernel's switches; "" where there is none.
func kernelSetting(name string) string {
	text, err := os.ReadFile("/proc/sys/" + name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

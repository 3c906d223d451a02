package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"

	"connector-browser/launcher/sandbox"
)

// machines are what a machine can be like: each is set up for real, in a user
// namespace or a process of its own, and then looked at.
var machines = map[string]func(){
	"as it is": report,
	"no namespaces left": func() {
		fatal(os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0))
		report()
	},
	"covered /proc": func() {
		fatal(unix.Mount("tmpfs", "/proc/fs", "tmpfs", 0, ""))
		report()
	},
	"a profile": func() {
		refuseUserNamespaces()
		fatal(syscall.Exec("/proc/self/exe", []string{"doctor.test", "machine", "as it is"}, os.Environ()))
	},
	"a container's profile": func() {
		fatal(unix.Mount("tmpfs", "/run", "tmpfs", 0, ""))
		fatal(os.WriteFile("/run/.containerenv", nil, 0o600))
		refuseUserNamespaces()
		fatal(syscall.Exec("/proc/self/exe", []string{"doctor.test", "machine", "as it is"}, os.Environ()))
	},
}

// report prints what the probe finds.
func report() {
	d := New(nil, nil, "/opt/connector-browser")
	json.NewEncoder(os.Stdout).Encode(d.lookAtWalls(context.Background()))
}

// refuseUserNamespaces does what Docker's default seccomp profile does.
func refuseUserNamespaces() {
	runtime.LockOSThread()
	const number, firstArgument = 0, 16 // offsets in struct seccomp_data
	refuse := bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}
	raw, err := bpf.Assemble([]bpf.Instruction{
		bpf.LoadAbsolute{Off: number, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_CLONE3, SkipFalse: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_CLONE, SkipTrue: 3},
		bpf.LoadAbsolute{Off: firstArgument, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpBitsNotSet, Val: unix.CLONE_NEWUSER, SkipTrue: 1},
		refuse,
		bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	})
	fatal(err)
	fatal(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	filter := unix.SockFprog{Len: uint16(len(raw)), Filter: (*unix.SockFilter)(unsafe.Pointer(&raw[0]))}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&filter)))
	if errno != 0 {
		fatal(errno)
	}
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(70)
	}
}

// on looks at a machine of that kind; privileged ones are root of a user
// namespace, with mounts and switches of their own.
func on(t *testing.T, machine string, privileged bool) (r Result) {
	t.Helper()
	command := exec.Command("/proc/self/exe", "machine", machine)
	command.Stderr = os.Stderr
	if privileged {
		command.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		}
	}
	text, err := command.Output()
	if err != nil || json.Unmarshal(text, &r) != nil {
		t.Fatalf("%v: %q", err, text)
	}
	return r
}

// Settings that refuse the walls are told apart under the real refusal, each
// with the command that cures it: what would otherwise be "Chromium sandboxing
// failed!" at the first page is predicted (CB-174, SN-004).
func TestWalls(t *testing.T) {
	t.Parallel()
	on(t, "as it is", false).want(t, OK, "the walls stand", "")
	for _, c := range []struct {
		machine    string
		privileged bool
		says, mend string
	}{
		{"no namespaces left", true, `^user namespace: .*user.max_user_namespaces is 0`, `^sysctl -w user.max_user_namespaces=\d+$`},
		{"covered /proc", true, "^/proc: .* are covered, as containers do$", "--security-opt systempaths=unconfined"},
		{"a profile", false, "^user namespace: (the kernel refuses them to this process|the container's seccomp profile refuses them)$", "seccomp"},
		{"a container's profile", true, "^user namespace: the container's seccomp profile refuses them$", "--security-opt seccomp=unconfined"},
	} {
		t.Run("CB-174 "+c.machine, func(t *testing.T) {
			t.Parallel()
			on(t, c.machine, c.privileged).want(t, Failed, c.says, c.mend)
		})
	}
}

// What this machine does not have is put in its place: the settings, and the
// refusal as the sandbox gives it.
func TestWallsUnderOtherSettings(t *testing.T) {
	t.Parallel()
	refusal := &sandbox.Error{Wall: "user namespace", Reason: "refused", Cure: "the sandbox's own", Err: syscall.EPERM}
	masked := &sandbox.Error{Wall: "/proc", Reason: "covered", Cure: "the sandbox's own", Err: syscall.ENOENT}
	const profile = "^sudo tee /etc/apparmor.d/connector-browser <<'END'\nabi <abi/4.0>,\n(?s:.*)profile connector-browser \"/opt/my browser\" flags=\\(unconfined\\) {\n  userns,\n}\nEND\nsudo apparmor_parser -r /etc/apparmor.d/connector-browser$"
	for _, c := range []struct {
		name     string
		settings map[string]string
		refusal  error
		mend     string
	}{
		{"Ubuntu's AppArmor", map[string]string{"kernel/apparmor_restrict_unprivileged_userns": "1", "user/max_user_namespaces": "9"}, refusal, profile},
		{"Ubuntu's AppArmor, at a mount", map[string]string{"kernel/apparmor_restrict_unprivileged_userns": "1"}, &sandbox.Error{Wall: "file system", Err: syscall.EACCES}, profile},
		{"AppArmor switched off", map[string]string{"kernel/apparmor_restrict_unprivileged_userns": "0"}, refusal, "^the sandbox's own$"},
		{"Debian's switch comes first", map[string]string{"kernel/apparmor_restrict_unprivileged_userns": "1", "kernel/unprivileged_userns_clone": "0"}, refusal, "^the sandbox's own$"},
		{"none allowed comes first", map[string]string{"kernel/apparmor_restrict_unprivileged_userns": "1", "user/max_user_namespaces": "0"}, refusal, "^the sandbox's own$"},
		{"another errno", map[string]string{"kernel/apparmor_restrict_unprivileged_userns": "1"}, masked, "^the sandbox's own$"},
		{"nothing set", nil, refusal, "^the sandbox's own$"},
	} {
		d := New(nil, nil, "/opt/my browser")
		d.setting = func(name string) string { return c.settings[name] }
		d.build = func() error { return c.refusal }
		d.user = 1000
		t.Run("CB-174 "+c.name, func(t *testing.T) { look(t, d, "walls").want(t, Failed, "", c.mend) })
	}
	t.Run("CB-174 root needs no profile", func(t *testing.T) {
		d := New(nil, nil, "")
		d.setting = func(string) string { return "1" }
		d.build = func() error { return refusal }
		d.user = 0
		look(t, d, "walls").want(t, Failed, "", "^the sandbox's own$")
	})
}

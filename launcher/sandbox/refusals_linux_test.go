package sandbox

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// asRoot makes the command root of a user namespace with mounts of its own:
// a machine to set up as a test needs it, without touching the real one.
func asRoot(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
}

func init() {
	// What a test machine is like; then the attempt.
	roles["start where no namespaces are left"] = func(args []string) {
		fatal(os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0))
		attempt(args[0])
	}
	roles["start where /proc is covered"] = func(args []string) {
		fatal(unix.Mount("tmpfs", "/proc/fs", "tmpfs", 0, ""))
		attempt(args[0])
	}
	roles["start under a profile"] = func(args []string) {
		runtime.LockOSThread()
		var program []bpf.Instruction
		switch program = append(program, load(offsetNumber)); args[1] {
		case "clone":
			program = append(program, on(unix.SYS_CLONE3, noSuchCall)...)
			program = append(program, on(unix.SYS_CLONE, append(only(0, unix.CLONE_NEWUSER, 0), allow)...)...)
		case "mount":
			program = append(program, on(unix.SYS_MOUNT, refuse)...)
		case "old kernel":
			program = append(program, on(unix.SYS_MOUNT_SETATTR, noSuchCall)...)
		case "seccomp":
			program = append(program, on(unix.SYS_SECCOMP, bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EINVAL)})...)
		}
		raw, err := bpf.Assemble(append(program, allow))
		fatal(err)
		fatal(unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		filter := unix.SockFprog{Len: uint16(len(raw)), Filter: (*unix.SockFilter)(unsafe.Pointer(&raw[0]))}
		fatal(rawCall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&filter))))
		fatal(syscall.Exec(self(), outside("start", args[0]), os.Environ()))
	}
	roles["start"] = func(args []string) { attempt(args[0]) }
}

// attempt starts a launch and prints the refusal as JSON.
func attempt(dir string) {
	c, err := Start(Walls{Dir: dir})
	var e *Error
	if err == nil {
		c.Close()
		e = &Error{Wall: "none: it started"}
	} else if !errors.As(err, &e) {
		e = &Error{Wall: "an error of another kind", Reason: err.Error()}
	}
	json.NewEncoder(os.Stdout).Encode(failureOf(e))
}

// refused runs a role and gives the refusal that it met.
func refused(t *testing.T, prepare func(*exec.Cmd), words []string) *Error {
	t.Helper()
	command := exec.Command(words[0], words[1:]...)
	command.Stderr = os.Stderr
	if prepare != nil {
		prepare(command)
	}
	text, err := command.Output()
	var f failure
	if err != nil || json.Unmarshal(text, &f) != nil {
		t.Fatalf("%v: %q", err, text)
	}
	return f.err()
}

// TestRefusalsOfTheMachine: each setting that forbids a wall is named, with
// its cure, and nothing starts (CB-174). The settings are real, in a user
// namespace or a process of the test's own.
func TestRefusalsOfTheMachine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		name    string
		prepare func(*exec.Cmd)
		words   []string
		wall    string
		cure    string
	}{
		{"user.max_user_namespaces", asRoot, outside("start where no namespaces are left", dir), "user namespace", "sysctl -w user.max_user_namespaces"},
		{"covered /proc", asRoot, outside("start where /proc is covered", dir), "/proc", "systempaths=unconfined"},
		{"a profile against user namespaces", nil, outside("start under a profile", dir, "clone"), "user namespace", "confine"},
		{"a profile against mounts", nil, outside("start under a profile", dir, "mount"), "file system", "confine"},
		{"an old kernel's calls", nil, outside("start under a profile", dir, "old kernel"), "file system", "use Linux " + oldestKernel},
		{"no seccomp filters", nil, outside("start under a profile", dir, "seccomp"), "seccomp", "CONFIG_SECCOMP_FILTER"},
	} {
		t.Run("CB-174 "+c.name, func(t *testing.T) {
			e := refused(t, c.prepare, c.words)
			if e.Wall != c.wall || !strings.Contains(e.Cure, c.cure) {
				t.Errorf("got %v, want the wall %q and a cure with %q", e, c.wall, c.cure)
			}
			t.Log(e)
		})
	}
}

// TestRefusalsExplained: the settings that this machine does not have.
func TestRefusalsExplained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		where circumstances
		errno syscall.Errno
		says  string
	}{
		{"Debian's switch", circumstances{unprivilegedClone: "0"}, unix.EPERM, "sudo sysctl -w kernel.unprivileged_userns_clone=1"},
		{"Ubuntu's AppArmor", circumstances{unprivilegedClone: "1", maxNamespaces: "99", appArmor: true}, unix.EPERM, "connector-browser doctor prints the profile"},
		{"Docker", circumstances{maxNamespaces: "99", container: true}, unix.EPERM, "--security-opt seccomp=unconfined"},
		{"unknown", circumstances{maxNamespaces: "99"}, unix.EPERM, "seccomp, AppArmor or SELinux"},
		{"too many processes", circumstances{}, unix.EAGAIN, "ulimit -u"},
		{"kernel without", circumstances{}, unix.EINVAL, "CONFIG_USER_NS"},
		{"none left", circumstances{maxNamespaces: "3"}, unix.ENOSPC, "user.max_user_namespaces is 3"},
		{"program gone", circumstances{}, unix.ENOENT, "/proc/self/exe"},
	} {
		if got := c.where.clone(c.errno).Error(); !strings.Contains(got, c.says) || strings.HasSuffix(got, ".") || strings.Contains(got, "\n") {
			t.Errorf("%s: %q, want it to say %q", c.name, got, c.says)
		}
	}
	if got := (circumstances{appArmor: true}).mount(unix.EACCES); !strings.Contains(got, "AppArmor") {
		t.Errorf("a mount refused by AppArmor: %q", got)
	}
	if got := AppArmorProfile("/opt/my browser"); !strings.Contains(got, `"/opt/my browser" flags=(unconfined) {`) || !strings.Contains(got, "userns,") {
		t.Errorf("profile: %s", got)
	}
}

// TestProbe: the walls can be built here.
func TestProbe(t *testing.T) {
	t.Parallel()
	if err := Probe(); err != nil {
		t.Error(err)
	}
}

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	roles["start with a file system below a shown folder"] = func(args []string) {
		below := filepath.Join(args[1], "below")
		fatal(os.Mkdir(below, 0o777))
		fatal(unix.Mount("tmpfs", below, "tmpfs", 0, "mode=0777"))
		fatal(os.WriteFile(filepath.Join(below, "file"), nil, 0o666))
		w := probing(args[0], "write", below, filepath.Join(below, "file"))
		w.ReadOnly = append(w.ReadOnly, args[1])
		c, err := Start(w)
		fatal(err)
		defer c.Close()
		_, err = c.Stdout.WriteTo(os.Stdout)
		fatal(err)
	}
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

// TestRefusalsOfTheDescription: what cannot be meant is refused before
// anything starts, and what is missing is named.
func TestRefusalsOfTheDescription(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*Walls)
		says   string
	}{
		"no directory":           {func(w *Walls) { w.Dir = "" }, "not absolute"},
		"relative directory":     {func(w *Walls) { w.Dir = "launch" }, "not absolute"},
		"missing directory":      {func(w *Walls) { w.Dir = dir + "/none" }, "launch directory"},
		"a file for directory":   {func(w *Walls) { w.Dir = plain }, "launch directory"},
		"a link for directory":   {func(w *Walls) { w.Dir = link }, "launch directory"},
		"directory of another":   {func(w *Walls) { w.Dir = "/usr" }, "launch directory"},
		"all files":              {func(w *Walls) { w.ReadOnly = []string{"/"} }, "whole file system"},
		"the host's processes":   {func(w *Walls) { w.ReadOnly = []string{"/proc/1"} }, "lies in /proc"},
		"the host's devices":     {func(w *Walls) { w.ReadOnly = []string{"/dev"} }, "lies in /dev"},
		"dots":                   {func(w *Walls) { w.ReadOnly = []string{"/usr/../etc"} }, "not absolute and clean"},
		"missing folder":         {func(w *Walls) { w.ReadOnly = []string{dir + "/none"} }, dir + "/none cannot be shown"},
		"a socket":               {func(w *Walls) { w.ReadOnly = []string{socketIn(t)} }, "neither a file nor a folder"},
		"missing program":        {func(w *Walls) { w.Program = "/usr/bin/none" }, "/usr/bin/none cannot be started"},
		"a program that is text": {func(w *Walls) { w.Program, w.ReadOnly = plain, []string{plain} }, "cannot be started"},
		"missing cwd":            {func(w *Walls) { w.Cwd = "/usr/none" }, "working directory"},
		"zero byte":              {func(w *Walls) { w.Args = []string{"a\x00b"} }, "zero byte"},
		"not UTF-8":              {func(w *Walls) { w.Env = []string{"A=\xff"} }, "UTF-8"},
		"too much":               {func(w *Walls) { w.Env = []string{"A=" + strings.Repeat("x", 1<<20)} }, "too large"},
		"long host name":         {func(w *Walls) { w.Hostname = strings.Repeat("h", 65) }, "host name"},
	} {
		t.Run(name, func(t *testing.T) {
			w := Walls{Dir: t.TempDir(), Program: "/bin/true"}
			c.change(&w)
			child, err := Start(w)
			var e *Error
			switch {
			case err == nil:
				child.Close()
				t.Error("it started")
			case !errors.As(err, &e) || e.Cure == "" || !strings.Contains(err.Error(), c.says):
				t.Errorf("got %v, want an *Error that says %q and a cure", err, c.says)
			}
		})
	}
}

// socketIn makes a unix socket in a folder of its own.
func socketIn(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "socket")
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		err = unix.Bind(fd, &unix.SockaddrUnix{Name: path})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return path
}

// TestReadOnlyBelow: a file system mounted below a shown folder is shown too,
// and read-only too.
func TestReadOnlyBelow(t *testing.T) {
	t.Parallel()
	shown := t.TempDir()
	words := outside("start with a file system below a shown folder", t.TempDir(), shown)
	command := exec.Command(words[0], words[1:]...)
	asRoot(command)
	command.Stderr = os.Stderr
	text, err := command.Output()
	var o outcomes
	if err != nil || json.Unmarshal(text, &o) != nil {
		t.Fatalf("%v: %q", err, text)
	}
	o.want(t, outcomes{fmt.Sprint(shown, "/below/new"): "EROFS", fmt.Sprint(shown, "/below/file"): "EROFS"})
}

// TestProbe: the walls can be built here.
func TestProbe(t *testing.T) {
	t.Parallel()
	if err := Probe(); err != nil {
		t.Error(err)
	}
}

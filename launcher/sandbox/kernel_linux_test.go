package sandbox

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rawCall makes a system call with nothing but zeroes and what is given.
func rawCall(number uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := unix.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

func pointer(b []byte) uintptr { return uintptr(unsafe.Pointer(&b[0])) }

func init() {
	probes["refused calls"] = func([]string) any {
		o := outcomes{}
		for _, number := range refusedCalls {
			o.try(callName(number), rawCall(uintptr(number)))
		}
		return o
	}
	probes["kernel"] = func([]string) any {
		o := outcomes{}
		o.try("a call of the future", rawCall(newestCall+1))
		o.try("clone3", rawCall(unix.SYS_CLONE3))
		o.try("personality ADDR_NO_RANDOMIZE", rawCall(unix.SYS_PERSONALITY, 0x0040000))
		o.try("personality READ_IMPLIES_EXEC", rawCall(unix.SYS_PERSONALITY, 0x0400000))
		o.try("personality asked", rawCall(unix.SYS_PERSONALITY, 0xffffffff))
		o.try("TIOCSTI", rawCall(unix.SYS_IOCTL, 0, unix.TIOCSTI, pointer([]byte("x"))))
		o.try("TIOCSTI in disguise", rawCall(unix.SYS_IOCTL, 0, 1<<32|unix.TIOCSTI, pointer([]byte("x"))))
		o.try("ptrace me", rawCall(unix.SYS_PTRACE, unix.PTRACE_TRACEME))
		o.try("join a namespace", func() error {
			f, err := os.Open("/proc/self/ns/net")
			if err != nil {
				return err
			}
			return unix.Setns(int(f.Fd()), 0)
		}())
		for kind, flag := range map[string]int{"mount": unix.CLONE_NEWNS, "ipc": unix.CLONE_NEWIPC, "uts": unix.CLONE_NEWUTS, "cgroup": unix.CLONE_NEWCGROUP, "time": unix.CLONE_NEWTIME} {
			// A thread of its own: what does succeed must not stay.
			o.try("unshare "+kind, onThread(func() error { return unix.Unshare(unix.CLONE_NEWUSER | flag) }))
		}
		return o
	}
	probes["further user namespace"] = func([]string) any {
		// All capabilities over what it makes, and still none of this.
		command := exec.Command(self(), probeWord, "as root of a further one")
		command.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: insideID, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: insideID, Size: 1}},
		}
		command.Stdout = os.Stdout
		if err := command.Run(); err != nil {
			return err.Error()
		}
		os.Exit(0)
		return nil
	}
	probes["as root of a further one"] = func([]string) any {
		o := outcomes{}
		o.try("mount", unix.Mount("tmpfs", "/tmp", "tmpfs", 0, ""))
		o.try("remount /usr", unix.Mount("", "/usr", "", unix.MS_REMOUNT|unix.MS_BIND, ""))
		o.try("unmount", unix.Unmount("/proc/keys", unix.MNT_DETACH))
		o.try("raw socket", socketError(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP))
		o.try("packet socket", socketError(unix.AF_PACKET, unix.SOCK_RAW, 0))
		o.try("netfilter", socketError(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER))
		o.try("host name", unix.Sethostname([]byte("x")))
		o.try("core_pattern", os.WriteFile("/proc/sys/kernel/core_pattern", []byte("|/x"), 0))
		o.try("more namespaces", os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("9999"), 0))
		o.try("chroot", unix.Chroot("/tmp"))
		return o
	}
	probes["switches"] = func([]string) any {
		o := outcomes{}
		for _, name := range []string{"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/user/max_user_namespaces", "/proc/sysrq-trigger", "/proc/irq/0/smp_affinity", "/proc/bus/pci", "/proc/acpi/wakeup", "/proc/kcore"} {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("1")
				if info, statErr := f.Stat(); statErr == nil && info.Mode()&os.ModeCharDevice != 0 {
					err = syscall.Errno(unix.EROFS) // it was /dev/null in its place
				}
			}
			o.try(name, err)
		}
		for _, name := range []string{"/proc/keys", "/proc/timer_list", "/proc/kallsyms", "/proc/cmdline", "/proc/config.gz", "/proc/interrupts", "/proc/slabinfo", "/proc/partitions"} {
			text, err := os.ReadFile(name)
			if err == nil && len(text) == 0 {
				err = syscall.Errno(unix.ENODATA)
			}
			o.try(name, err)
		}
		return o
	}
	probes["x32"] = func([]string) any { return rawCall(0x40000000|unix.SYS_GETPID) == nil }
}

// onThread runs f on a thread that is thrown away.
func onThread(f func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- f()
	}()
	return <-done
}

// TestKernelRefusedCalls: every call of the list answers EPERM.
func TestKernelRefusedCalls(t *testing.T) {
	t.Parallel()
	want := outcomes{}
	for _, number := range refusedCalls {
		want[callName(number)] = "EPERM"
	}
	ask[outcomes](t, probing(t.TempDir(), "refused calls")).want(t, want)
}

// TestKernelArguments: calls that are refused by what they ask for, and those
// that this program's authors have never seen.
func TestKernelArguments(t *testing.T) {
	t.Parallel()
	ask[outcomes](t, probing(t.TempDir(), "kernel")).want(t, outcomes{
		"a call of the future": "ENOSYS", "clone3": "ENOSYS",
		"personality ADDR_NO_RANDOMIZE": "EPERM", "personality READ_IMPLIES_EXEC": "EPERM", "personality asked": "allowed",
		"TIOCSTI": "EPERM", "TIOCSTI in disguise": "EPERM", "ptrace me": "EPERM", "join a namespace": "EPERM",
		"unshare mount": "EPERM", "unshare ipc": "EPERM", "unshare uts": "EPERM", "unshare cgroup": "EPERM", "unshare time": "ENOSPC|EINVAL|EPERM",
	})
}

// TestKernelFurtherNamespace: the root of a namespace made inside gains nothing.
func TestKernelFurtherNamespace(t *testing.T) {
	t.Parallel()
	ask[outcomes](t, probing(t.TempDir(), "further user namespace")).want(t, outcomes{
		"mount": "EPERM", "remount /usr": "EPERM", "unmount": "EPERM", "raw socket": "EPERM", "packet socket": "EPERM", "netfilter": "EPERM",
		"host name": "EPERM", "core_pattern": "EROFS", "more namespaces": "EROFS", "chroot": "allowed",
	})
}

// TestKernelSwitches: what /proc offers to write or to tell about the host.
func TestKernelSwitches(t *testing.T) {
	t.Parallel()
	for name, got := range ask[outcomes](t, probing(t.TempDir(), "switches")) {
		if !strings.Contains("EROFS EACCES ENOENT ENODATA EISDIR", got) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestKernelForeignABI: a call by another architecture's numbers ends the process.
func TestKernelForeignABI(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("x32 is a second set of numbers on amd64 alone; TestFilter covers the rest")
	}
	exit, err := launch(t, probing(t.TempDir(), "x32")).Wait()
	if err != nil || exit.Signal != unix.SIGSYS {
		t.Errorf("ended with %+v, %v, want SIGSYS", exit, err)
	}
}

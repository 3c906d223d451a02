package sandbox

import (
	"encoding/binary"
	"fmt"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// callName names a call by its number, for messages.
func callName(number uint32) string { return fmt.Sprintf("system call %d", number) }

// verdict runs the filter in a virtual machine. It reads words in network
// order, so the words of struct seccomp_data are laid out in that.
func verdict(t *testing.T, arch, number uint32, args ...uint64) string {
	t.Helper()
	vm, err := bpf.NewVM(filter())
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[0:], number)
	binary.BigEndian.PutUint32(data[4:], arch)
	for i, arg := range args {
		binary.BigEndian.PutUint32(data[16+8*i:], uint32(arg))
		binary.BigEndian.PutUint32(data[20+8*i:], uint32(arg>>32))
	}
	result, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	switch uint32(result) {
	case allow.Val:
		return "allowed"
	case refuse.Val:
		return "EPERM"
	case noSuchCall.Val:
		return "ENOSYS"
	case kill.Val:
		return "killed"
	}
	return fmt.Sprintf("%#x", result)
}

// TestFilter: the program itself, on every architecture, without a kernel.
func TestFilter(t *testing.T) {
	t.Parallel()
	const i386, arm = 0x40000003, 0x40000028
	for _, c := range []struct {
		what         string
		arch, number uint32
		args         []uint64
		want         string
	}{
		{"read", auditArch, unix.SYS_READ, nil, "allowed"},
		{"read by i386's numbers", i386, unix.SYS_READ, nil, "killed"},
		{"read by arm's numbers", arm, unix.SYS_READ, nil, "killed"},
		{"read by x32's numbers", auditArch, 0x40000000 | unix.SYS_READ, nil, "killed"},
		{"the last call known", auditArch, newestCall, nil, "allowed"},
		{"the one after", auditArch, newestCall + 1, nil, "ENOSYS"},
		{"Chromium's zygote", auditArch, unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET}, "allowed"},
		{"a mount namespace", auditArch, unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | unix.CLONE_NEWNS}, "EPERM"},
		{"a mount namespace, upper half set", auditArch, unix.SYS_UNSHARE, []uint64{1<<40 | unix.CLONE_NEWNS}, "EPERM"},
		{"unix stream", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC}, "allowed"},
		{"unix seqpacket", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_UNIX, unix.SOCK_SEQPACKET}, "allowed"},
		{"TCP", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM | unix.SOCK_NONBLOCK, unix.IPPROTO_TCP}, "allowed"},
		{"UDP 6", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET6, unix.SOCK_DGRAM}, "allowed"},
		{"SCTP", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_SCTP}, "EPERM"},
		{"MPTCP", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP}, "EPERM"},
		{"raw", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_TCP}, "EPERM"},
		{"ping", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_ICMP}, "EPERM"},
		{"netlink route", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE}, "allowed"},
		{"netlink audit", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT}, "EPERM"},
		{"vsock", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_VSOCK, unix.SOCK_STREAM}, "EPERM"},
		{"vsock, upper half set", auditArch, unix.SYS_SOCKET, []uint64{1<<32 | unix.AF_VSOCK, unix.SOCK_STREAM}, "EPERM"},
		{"crypto", auditArch, unix.SYS_SOCKET, []uint64{unix.AF_ALG, unix.SOCK_SEQPACKET}, "EPERM"},
		{"terminal input", auditArch, unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}, "EPERM"},
		{"another ioctl", auditArch, unix.SYS_IOCTL, []uint64{0, unix.TIOCGWINSZ}, "allowed"},
		{"a lock on a file", auditArch, unix.SYS_FCNTL, []uint64{3, unix.F_SETLK}, "allowed"},
		{"a lease", auditArch, unix.SYS_FCNTL, []uint64{3, unix.F_SETLEASE, unix.F_WRLCK}, "EPERM"},
		{"a lease, upper half set", auditArch, unix.SYS_FCNTL, []uint64{3, 1<<32 | unix.F_SETLEASE, unix.F_RDLCK}, "EPERM"},
		{"a delegation", auditArch, unix.SYS_FCNTL, []uint64{3, setDelegation}, "EPERM"},
		{"personality asked", auditArch, unix.SYS_PERSONALITY, []uint64{0xffffffff}, "allowed"},
		{"personality UNAME26", auditArch, unix.SYS_PERSONALITY, []uint64{0x0020000}, "EPERM"},
	} {
		if got := verdict(t, c.arch, c.number, c.args...); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	for _, number := range append(refusedCalls, refusedHere...) {
		if got := verdict(t, auditArch, number); got != "EPERM" {
			t.Errorf("%s: %s, want EPERM", callName(number), got)
		}
	}
}

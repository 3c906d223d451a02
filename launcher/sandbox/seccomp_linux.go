package sandbox

import (
	"fmt"
	"slices"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// filter is the seccomp program: what no process inside may ask of the
// kernel. It is a list of refusals, not of permissions, because Chromium and
// Node.js use much of the rest and Chromium's own sandbox narrows it further
// per process; but it knows where its list ends, and answers ENOSYS to every
// call that a newer kernel adds beyond it.
//
// The first instructions settle the ABI: a list of one architecture's numbers
// is no wall to a process that calls by another's (int 0x80, x32). It is why
// this is assembled here, in a page: github.com/elastic/go-seccomp-bpf gives
// such a call the default action, which in a list of refusals is "allow".
func filter() []bpf.Instruction {
	program := []bpf.Instruction{
		load(offsetArch),
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		kill,
		load(offsetNumber),
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32Bit, SkipTrue: 1},
		kill,
		bpf.JumpIf{Cond: bpf.JumpLessOrEqual, Val: newestCall, SkipTrue: 1},
		noSuchCall,
	}
	for _, number := range slices.Concat(refusedCalls, refusedHere) {
		program = append(program, on(number, refuse)...)
	}
	for _, rule := range [][]bpf.Instruction{
		on(unix.SYS_CLONE3, noSuchCall), // its flags lie in memory; C libraries fall back to clone
		on(unix.SYS_CLONE, namespaceRule()...),
		on(unix.SYS_UNSHARE, namespaceRule()...),
		on(unix.SYS_SOCKET, socketRule()...),
		on(unix.SYS_IOCTL, append(never(1, whole, unix.TIOCSTI, unix.TIOCLINUX), allow)...),
		on(unix.SYS_FCNTL, append(never(1, whole, unix.F_SETLEASE, setDelegation), allow)...),
		on(unix.SYS_PERSONALITY, append(only(0, whole, 0, 0xffffffff), allow)...),
	} {
		program = append(program, rule...)
	}
	return append(program, allow)
}

// setDelegation is F_SETDELEG of Linux 6.19: a lease, on folders too.
//
// Leases are refused because a descriptor to read is enough to take one: an
// ordinary user's launch could hold one on every file of the pinned build and of
// the folders that it may upload from, and whoever opens such a file, another
// launch or the person's editor, would wait 45 seconds for it (fcntl(2)).
const setDelegation = 1040

// namespaceRule leaves what Chromium's sandbox makes: user, PID and network
// namespaces. The others would only open more of the kernel.
func namespaceRule() []bpf.Instruction {
	const others = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC
	return append(only(0, others, 0), allow)
}

// socketRule leaves unix sockets, TCP and UDP (which reach loopback alone),
// and the netlink protocol that lists interfaces. Packet, vsock, raw,
// Bluetooth, crypto sockets, netfilter's netlink and the like are refused.
func socketRule() []bpf.Instruction {
	var rule []bpf.Instruction
	rule = append(rule, only(0, whole, unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK)...)
	netlink := append(only(2, whole, unix.NETLINK_ROUTE), allow)
	rule = append(rule, argument(0), bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.AF_NETLINK, SkipTrue: uint8(len(netlink))})
	rule = append(rule, netlink...)
	rule = append(rule, argument(0), bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.AF_UNIX, SkipTrue: 1}, allow)
	rule = append(rule, only(1, 0xf, unix.SOCK_STREAM, unix.SOCK_DGRAM)...)
	rule = append(rule, only(2, whole, 0, unix.IPPROTO_TCP, unix.IPPROTO_UDP)...)
	return append(rule, allow)
}

// on applies a rule, which must end in a verdict, to one system call.
func on(number uint32, rule ...bpf.Instruction) []bpf.Instruction {
	skip := bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: number, SkipTrue: uint8(len(rule))}
	return append([]bpf.Instruction{skip}, rule...)
}

// only refuses unless the masked argument is one of the values.
func only(n int, mask uint32, values ...uint32) []bpf.Instruction {
	return append(match(n, mask, values...), refuse)
}

// never refuses if the masked argument is one of the values.
func never(n int, mask uint32, values ...uint32) []bpf.Instruction {
	return append(match(n, mask, values...), bpf.Jump{Skip: 1}, refuse)
}

// match skips the instruction after it if the masked argument is one of the
// values. The lower half of an argument is looked at, which is the half that
// the kernel takes these arguments by, whatever the upper holds.
func match(n int, mask uint32, values ...uint32) []bpf.Instruction {
	rule := []bpf.Instruction{argument(n), bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: mask}}
	for i, value := range values {
		rule = append(rule, bpf.JumpIf{Cond: bpf.JumpEqual, Val: value, SkipTrue: uint8(len(values) - i)})
	}
	return rule
}

// Offsets into struct seccomp_data, and the verdicts.
const (
	offsetNumber    = 0
	offsetArch      = 4
	offsetArguments = 16
	whole           = ^uint32(0)  // the mask that leaves an argument as it is
	x32Bit          = 0x4000_0000 // __X32_SYSCALL_BIT; no architecture's own numbers reach it
)

var (
	allow      = bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
	refuse     = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}
	noSuchCall = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}
	kill       = bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS}
)

func load(offset uint32) bpf.Instruction { return bpf.LoadAbsolute{Off: offset, Size: 4} }

// argument loads the lower half of argument n; both architectures that we
// know are little-endian.
func argument(n int) bpf.Instruction { return load(offsetArguments + 8*uint32(n)) }

// installFilter puts the filter on this thread and on all that it becomes.
func installFilter() error {
	wrong := func(err error) error {
		return &Error{Wall: "seccomp", Reason: "the filter cannot be installed", Cure: "use a kernel with CONFIG_SECCOMP_FILTER", Err: err}
	}
	raw, err := bpf.Assemble(filter())
	if err != nil {
		return wrong(err)
	}
	program := unix.SockFprog{Len: uint16(len(raw)), Filter: (*unix.SockFilter)(unsafe.Pointer(&raw[0]))}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&program))); errno != 0 {
		return wrong(fmt.Errorf("seccomp: %w", errno))
	}
	return nil
}

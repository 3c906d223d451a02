package launcher

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Die ends this process by the signal that ended the child, so that whoever
// started us sees the same end (CB-073). Go's runtime keeps handlers of its own
// for faults such as SIGSEGV, so the default action is restored at the kernel;
// no core is written for a fault that happened elsewhere. It returns only where
// the signal does not end a process.
func Die(signal syscall.Signal) {
	unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	var byDefault [4]uint64 // struct kernel_sigaction: SIG_DFL, no flags, empty mask
	unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(signal), uintptr(unsafe.Pointer(&byDefault)), 0, 8, 0, 0)
	// To this very thread: a signal to the process may wait for another one while
	// this one goes on to exit.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	unix.Tgkill(unix.Getpid(), unix.Gettid(), signal)
}

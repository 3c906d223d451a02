package sandbox

import "golang.org/x/sys/unix"

// auditArch is this architecture's name in struct seccomp_data.
const auditArch = unix.AUDIT_ARCH_X86_64

// refusedHere are calls that only this architecture has.
var refusedHere = []uint32{
	unix.SYS_KEXEC_FILE_LOAD, unix.SYS_CREATE_MODULE, unix.SYS_QUERY_MODULE,
	unix.SYS_GET_KERNEL_SYMS, unix.SYS_USELIB, unix.SYS__SYSCTL, unix.SYS_SYSFS,
	unix.SYS_USTAT, unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT,
}

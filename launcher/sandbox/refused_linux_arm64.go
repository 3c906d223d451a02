package sandbox

import "golang.org/x/sys/unix"

// auditArch is this architecture's name in struct seccomp_data.
const auditArch = unix.AUDIT_ARCH_AARCH64

// refusedHere are calls that this architecture numbers of its own.
var refusedHere = []uint32{unix.SYS_KEXEC_FILE_LOAD}

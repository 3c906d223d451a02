package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is what the kernel lets anybody's pipe hold, unless the machine says
// otherwise, in bytes (pipe(7): /proc/sys/fs/pipe-max-size).
const pipeSize = 1 << 20

// EnlargePipe lets the pipe hold more than the 64 KiB of every new one, so that
// an answer of megabytes passes in few turns. It is a matter of speed alone: what
// is no pipe, or may not grow, stays as it is.
func EnlargePipe(file *os.File) {
	conn, err := file.SyscallConn()
	if err != nil {
		return
	}
	conn.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
}

package launcher

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// deaf is how the relay finds out that the client is gone altogether. That of a
// login by hand is the launcher itself, which waits for nothing once it has closed
// its end.
func (l *Launch) deaf() func() bool {
	if l.window != nil {
		return func() bool { return true }
	}
	return deaf(l.Out)
}

// deaf tells whether nobody reads what is written to the client any more, without
// writing anything: of a pipe or a socket, that the other end is closed. Of what is
// neither nobody can tell.
func deaf(out io.Writer) func() bool {
	file, ok := out.(*os.File)
	if !ok {
		return nil
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil
	}
	return func() (closed bool) {
		raw.Control(func(fd uintptr) {
			poll := []unix.PollFd{{Fd: int32(fd)}}
			n, err := unix.Poll(poll, 0)
			closed = err == nil && n > 0 && poll[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
		})
		return closed
	}
}

package sandbox

import (
	"net"
	"os"
	"syscall"
)

// Child is one launch: the program inside the walls, the three pipes to it,
// and the one door out of it.
type Child struct {
	Stdin  *os.File     // closing it is the polite way to end the program
	Stdout *os.File     // ends when everything inside has ended
	Stderr *os.File     // as Stdout
	Proxy  net.Listener // accepts what the program sends to 127.0.0.1:ProxyPort

	MemoryBounded bool // whether Limits.Memory holds (see cgroup_linux.go)

	handle // what the platform needs
}

// Exit is how the program ended: with a code, or by a signal (CB-073).
type Exit struct {
	Code   int            `json:"code"`
	Signal syscall.Signal `json:"signal"` // 0: it exited by itself
}

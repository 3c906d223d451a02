package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// raiseLoopback brings up the one network interface that there is. There is
// no route, no name server, and no way to any other machine or to the host:
// the only way out is the socket that listen makes, because the launcher
// holds its other side.
func raiseLoopback() error {
	wrong := func(err error) error {
		return &Error{Wall: "network namespace", Reason: "its loopback interface cannot be brought up", Err: err}
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return wrong(err)
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, request); err != nil {
		return wrong(err)
	}
	return nil
}

// listen opens the door: a socket of this namespace that the launcher accepts
// on, from outside. No forwarding process stands between, and no file.
func listen() (int, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	if err := unix.Bind(fd, &unix.SockaddrInet4{Port: ProxyPort, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return -1, os.NewSyscallError("bind", err)
	}
	if err := unix.Listen(fd, unix.SOMAXCONN); err != nil {
		return -1, os.NewSyscallError("listen", err)
	}
	return fd, nil
}

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// maxMessage bounds one message. The kernel's own bound on a datagram of a
// socket pair (net.core.wmem_default) is a little lower and is met first.
const maxMessage = 256 << 10

// message is one datagram on the control socket. The socket is of the
// SOCK_SEQPACKET kind: one message is one JSON object, whole and in order,
// and when one side is gone the other sees the end of the stream.
type message struct {
	Walls   *Walls         `json:"walls,omitempty"`   // launcher → builder, and again → init, first
	Signal  syscall.Signal `json:"signal,omitempty"`  // launcher → init: pass this on
	Failed  *failure       `json:"failed,omitempty"`  // builder or init → launcher: nothing was started
	Started bool           `json:"started,omitempty"` // init → launcher, with the listening socket
	Exit    *Exit          `json:"exit,omitempty"`    // init → launcher, last
}

// control is one end of the socket: a blocking descriptor.
type control int

// controlPair makes the socket: our end, and the one to be inherited.
func controlPair() (ours control, theirs *os.File, err error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, nil, os.NewSyscallError("socketpair", err)
	}
	return control(fds[0]), os.NewFile(uintptr(fds[1]), "control"), nil
}

// isControl tells a process that was re-executed by Start from one that a
// person started under a strange name.
func (c control) isControl() bool {
	kind, err := unix.GetsockoptInt(int(c), unix.SOL_SOCKET, unix.SO_TYPE)
	return err == nil && kind == unix.SOCK_SEQPACKET
}

// patience bounds every later send and receive; 0 waits for ever.
func (c control) patience(d time.Duration) error {
	t := unix.NsecToTimeval(d.Nanoseconds())
	return errors.Join(
		unix.SetsockoptTimeval(int(c), unix.SOL_SOCKET, unix.SO_SNDTIMEO, &t),
		unix.SetsockoptTimeval(int(c), unix.SOL_SOCKET, unix.SO_RCVTIMEO, &t))
}

// description takes the walls, which either stage is told first.
func (c control) description() (Walls, error) {
	m, _, err := c.receive()
	if err != nil || m.Walls == nil {
		return Walls{}, &Error{Wall: "description", Reason: "the launcher sent none", Cure: reportCure, Err: err}
	}
	return *m.Walls, nil
}

// send writes one message, with a descriptor where fd is not negative.
func (c control) send(m message, fd int) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var rights []byte
	if fd >= 0 {
		rights = unix.UnixRights(fd)
	}
	for {
		err = unix.Sendmsg(int(c), text, rights, nil, unix.MSG_NOSIGNAL)
		if err != unix.EINTR {
			return err
		}
	}
}

// receive reads one message and the descriptor that came along, -1 if none.
// io.EOF means that the other side is gone, EAGAIN that patience ran out.
func (c control) receive() (message, int, error) {
	text, rights := make([]byte, maxMessage), make([]byte, unix.CmsgSpace(4))
	n, rn, flags, err := 0, 0, 0, error(unix.EINTR)
	// ECONNRESET is reported once, before what the other side said, if it
	// ended without reading what we said.
	for err == unix.EINTR || err == unix.ECONNRESET {
		n, rn, flags, _, err = unix.Recvmsg(int(c), text, rights, unix.MSG_CMSG_CLOEXEC)
	}
	if err == nil && n == 0 {
		return message{}, -1, io.EOF
	}
	if err != nil {
		return message{}, -1, err
	}
	var m message
	fd := descriptor(rights[:rn])
	if flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0 {
		err = fmt.Errorf("a control message is larger than %d bytes", maxMessage)
	} else {
		err = json.Unmarshal(text[:n], &m)
	}
	return m, fd, err
}

// descriptor takes the one descriptor out of a message's rights.
func descriptor(rights []byte) int {
	messages, err := unix.ParseSocketControlMessage(rights)
	if err != nil || len(messages) != 1 {
		return -1
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return -1
	}
	return fds[0]
}

// failure carries an *Error over the socket; an errno survives as a number.
type failure struct {
	Wall   string        `json:"wall"`
	Reason string        `json:"reason"`
	Cure   string        `json:"cure"`
	Errno  syscall.Errno `json:"errno"`
}

func failureOf(err error) *failure {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Wall: "walls", Reason: "cannot be built", Cure: reportCure, Err: err}
	}
	f := &failure{Wall: e.Wall, Reason: e.Reason, Cure: e.Cure}
	if e.Err != nil && !errors.As(e.Err, &f.Errno) {
		f.Reason += ": " + e.Err.Error()
	}
	return f
}

// err is the *Error again. Where the builder knew no cure, the errno and this
// machine's settings give one.
func (f *failure) err() *Error {
	e := &Error{Wall: f.Wall, Reason: f.Reason, Cure: f.Cure}
	if f.Errno != 0 {
		e.Err = f.Errno
	}
	if e.Cure == "" {
		e.Cure = theseCircumstances().mount(e.Err)
	}
	return e
}

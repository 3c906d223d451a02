package sandbox

import (
	"errors"
	"net"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// patience bounds the building of the walls, which takes milliseconds. Beyond
// it something outside hangs, such as a file server behind a read-only path.
const patience = 30 * time.Second

// handle is the launcher's hold on a launch.
type handle struct {
	control control
	cgroup  cgroup
	process *os.Process
	ended   chan struct{} // closed when process 1 is gone, and with it all inside
	state   *os.ProcessState
	exit    *Exit         // what init reported
	told    chan struct{} // closed when exit is final

	closing sync.Mutex // guards control against use after Close
	closed  bool
}

// Start builds the walls and starts the program inside. When it returns
// without error, every wall stands, the program runs, and Proxy accepts.
// When it fails, nothing was started. The caller must call Close.
func Start(w Walls) (*Child, error) {
	w = w.withDefaults()
	if err := w.check(); err != nil {
		return nil, err
	}
	if err := kernelIsNewEnough(); err != nil {
		return nil, err
	}
	who, err := outsideIdentity()
	if err != nil {
		return nil, err
	}
	if err := who.checkDir(w.Dir); err != nil {
		return nil, err
	}
	if err := who.take(w.Dir); err != nil {
		return nil, err
	}
	c := &Child{handle: handle{control: -1, ended: make(chan struct{}), told: make(chan struct{})}}
	c.cgroup = makeCgroup(w.Limits)
	err = c.spawn(who)
	if err == nil {
		err = c.await(w)
	}
	if err != nil {
		close(c.told)
		c.Close()
		return nil, err
	}
	go c.listen()
	return c, nil
}

// spawn clones the builder with pipes and a control socket.
func (c *Child) spawn(who identity) error {
	control, theirs, err := controlPair()
	if err != nil {
		return noPipe(err)
	}
	defer theirs.Close()
	c.control = control

	files := []*os.File{nil, nil, nil, theirs}
	for i, ours := range []**os.File{&c.Stdin, &c.Stdout, &c.Stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			return noPipe(err)
		}
		files[i], *ours = w, r
		if i == 0 {
			files[i], *ours = r, w
		}
		defer files[i].Close()
	}
	EnlargePipe(c.Stdout)

	uids, gids := who.mapping()
	started := make(chan error)
	go c.hold(started, &os.ProcAttr{
		Dir:   "/",
		Env:   []string{},
		Files: files,
		Sys: &syscall.SysProcAttr{
			Cloneflags:  namespaces(),
			UidMappings: uids,
			GidMappings: gids,
			// The kernel lets only a privileged caller keep setgroups, which
			// such a caller needs in order to drop its own groups.
			GidMappingsEnableSetgroups: who.handOver,
			AmbientCaps:                builderCaps,
			Pdeathsig:                  syscall.SIGKILL,
			// No terminal, and no process group shared with the launcher:
			// kill(0, …) reaches a group across PID namespaces.
			Setsid: true,
		},
	})
	if err := <-started; err != nil {
		return explainClone(err)
	}
	preferAsVictim(c.process.Pid)
	c.cgroup.add(c.process.Pid)
	c.MemoryBounded = c.cgroup != ""
	return nil
}

// hold starts the builder and stays with it. Pdeathsig is tied to the thread
// that forked, not to the process (https://go.dev/issue/27505): this goroutine
// keeps its thread to itself until the child has ended, and never gives it
// back, so that the thread ends with it.
func (c *Child) hold(started chan<- error, attr *os.ProcAttr) {
	runtime.LockOSThread()
	process, err := os.StartProcess("/proc/self/exe", []string{builderName}, attr)
	c.process = process
	started <- err
	if err == nil {
		c.state, _ = process.Wait()
	}
	close(c.ended)
}

// await hands the description over and takes the listening socket.
func (c *Child) await(w Walls) error {
	if err := c.control.patience(patience); err != nil {
		return err
	}
	for i := range 2 { // once for the builder, once for the init that it becomes
		if i == 1 && w.Approve != nil {
			if err := w.Approve(); err != nil {
				return err
			}
		}
		if err := c.control.send(message{Walls: &w}, -1); errors.Is(err, syscall.EMSGSIZE) {
			return &Error{Wall: "description", Reason: "the arguments and the environment are too large together", Cure: "pass fewer", Err: syscall.EMSGSIZE}
		} // any other failure shows in what comes back
	}
	m, fd, err := c.control.receive()
	switch {
	case err != nil:
		return c.silent(err)
	case m.Failed != nil:
		return m.Failed.err()
	case !m.Started || fd < 0:
		return c.silent(errors.New("unexpected answer"))
	}
	if err := c.control.patience(0); err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), "proxy")
	defer f.Close()
	c.Proxy, err = net.FileListener(f)
	return err
}

// noPipe explains a launcher that is out of descriptors.
func noPipe(err error) error {
	return &Error{Wall: "process", Reason: "no pipe to it can be made", Cure: "see ulimit -n", Err: err}
}

// silent explains a builder that went without a word.
func (c *Child) silent(err error) error {
	if errors.Is(err, syscall.EAGAIN) {
		return &Error{Wall: "walls", Reason: "they did not stand within " + patience.String(), Cure: "see whether a read-only path lies on a file server that does not answer"}
	}
	return &Error{Wall: "walls", Reason: "the process that builds them ended without a word", Cure: "see whether something on this machine kills new processes", Err: err}
}

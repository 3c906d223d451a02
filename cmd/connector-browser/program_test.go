package main

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// program is connector-browser as a process of its own, and a client that talks
// to it.
type program struct {
	*launchtest.Session
	t      *testing.T
	conf   *launchtest.Conf
	cmd    *exec.Cmd
	out    *os.File
	stderr bytes.Buffer
	ended  chan struct{}
}

// command is connector-browser with this configuration directory.
func command(conf string, args ...string) *exec.Cmd {
	cmd := exec.Command("connector-browser", args...) // see TestMain
	cmd.Env = append(os.Environ(), "CONFIG_LOCAL_DIR="+conf)
	return cmd
}

// begin starts connector-browser run.
func begin(t *testing.T, conf *launchtest.Conf) *program {
	t.Helper()
	p := &program{t: t, conf: conf, cmd: command(conf.Dir, "run"), ended: make(chan struct{})}
	p.cmd.Stderr = &p.stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stdout = to
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	to.Close()
	p.out = out
	p.Session = launchtest.Talk(t, in, out)
	go func() {
		p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(func() {
		in.Close()
		p.end(time.Minute)
		<-p.Over()
		out.Close()
	})
	return p
}

// end waits until the program has ended and gives how.
func (p *program) end(within time.Duration) syscall.WaitStatus {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(within):
		p.t.Errorf("it has not ended after %v", within)
		p.cmd.Process.Kill()
		<-p.ended
	}
	return p.cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// signal sends the program a signal.
func (p *program) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

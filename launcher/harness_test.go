package launcher_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	connectorbrowser "connector-browser"
	"connector-browser/launcher"
	"connector-browser/launcher/launchtest"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
)

// launch is a real launch in this process, and a client that talks to it.
type launch struct {
	*launchtest.Session
	t       *testing.T
	conf    *launchtest.Conf
	signals chan os.Signal
	said    *words // to the person
	stderr  *words // of the child
	done    chan struct{}
	exit    sandbox.Exit
	err     error
}

// start makes a launch of a configuration; the client has said hello when it
// returns.
func start(t *testing.T, conf *launchtest.Conf) *launch {
	t.Helper()
	in, say := io.Pipe()
	out, toClient := io.Pipe()
	l := &launch{
		Session: launchtest.Talk(t, say, out), t: t, conf: conf,
		signals: make(chan os.Signal, 8), said: &words{}, stderr: &words{}, done: make(chan struct{}),
	}
	made := prepare(conf)
	made.In, made.Out, made.Err, made.Signals = in, toClient, l.stderr, l.signals
	made.Say = func(sentence string) { io.WriteString(l.said, sentence+"\n") }
	go func() {
		defer close(l.done)
		l.exit, l.err = made.Run(context.Background())
		in.Close()
		toClient.Close()
	}()
	t.Cleanup(func() { l.Leave(); <-l.done })
	l.Initialize()
	return l
}

// prepare is a launch of what this repository pins.
func prepare(conf *launchtest.Conf) launcher.Launch {
	return launcher.Launch{
		Conf: conf.Dir, Lock: connectorbrowser.Lock, Record: connectorbrowser.Record, Platform: pins.HostPlatform(),
		Err: io.Discard, Say: func(string) {},
	}
}

// ends waits until the launch has ended, and wants nothing to be left of it.
func (l *launch) ends() (sandbox.Exit, error) {
	l.t.Helper()
	select {
	case <-l.done:
	case <-time.After(time.Minute):
		l.t.Fatal("the launch does not end")
	}
	l.conf.LeavesNothing()
	return l.exit, l.err
}

// leaves has the client go, and wants the launch to end well.
func (l *launch) leaves() {
	l.t.Helper()
	l.Leave()
	if exit, err := l.ends(); err != nil || exit != (sandbox.Exit{}) {
		l.t.Errorf("the launch ended with %+v, %v; it said %q", exit, err, l.said)
	}
}

// directory is the launch directory of the only launch.
func (l *launch) directory() string {
	l.t.Helper()
	found := l.conf.Launches()
	if len(found) != 1 {
		l.t.Fatalf("there are %d launch directories, want one", len(found))
	}
	return found[0]
}

// words is what was written, for many hands at once.
type words struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

func (w *words) has(text string) bool { return strings.Contains(w.String(), text) }

// page is the address of a page with this body, which needs no site.
func page(body string) string { return "data:text/html," + body }

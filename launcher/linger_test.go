package launcher_test

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
	"connector-browser/launcher/sandbox"
)

// CB-075: a client that says all it has and closes its end, as a file of requests
// does, still gets its answers; then the launch ends well. A signal ends it at once
// all the same.
func TestOpenCallsAreAnsweredAfterTheInput(t *testing.T) {
	t.Parallel()
	l := start(t, launchtest.New(t).Auth("", false))
	first := l.Call("browser_navigate", launchtest.Arguments{"url": page("hello")})
	second := l.Call("browser_wait_for", launchtest.Arguments{"time": 2})
	l.Leave()
	for _, call := range []<-chan launchtest.Answer{first, second} {
		if answer := l.Await(call); answer.IsError() || answer.Error != nil {
			t.Errorf("answered %s", answer.Line)
		}
	}
	if exit, err := l.ends(); err != nil || exit != (sandbox.Exit{}) {
		t.Errorf("the launch ended with %+v, %v", exit, err)
	}
}

func TestASignalEndsTheWaitForOpenCalls(t *testing.T) {
	t.Parallel()
	l := start(t, launchtest.New(t).Auth("", false))
	l.Does("browser_navigate", launchtest.Arguments{"url": page("hello")})
	l.Call("browser_wait_for", launchtest.Arguments{"time": 29})
	l.Leave()
	time.Sleep(500 * time.Millisecond)
	select {
	case <-l.done:
		t.Fatalf("the launch ended before its call: %+v, %v", l.exit, l.err)
	default:
	}
	began := time.Now()
	l.signals <- syscall.SIGTERM
	if exit, err := l.ends(); err != nil || exit != (sandbox.Exit{}) || time.Since(began) > graceful {
		t.Errorf("the launch ended after %v with %+v, %v", time.Since(began), exit, err)
	}
}

// CB-075, CB-080: a client that is gone, both ends closed, holds no launch open,
// whatever it has asked for.
func TestNobodyWaitsForAClientThatIsGone(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	in, say, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, toClient, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	made, done := prepare(conf), make(chan error, 1)
	made.In, made.Out = in, toClient
	go func() {
		_, err := made.Run(context.Background())
		done <- err
	}()
	client := launchtest.Talk(t, say, out)
	client.Initialize()
	client.Does("browser_navigate", launchtest.Arguments{"url": page("hello")})
	client.Call("browser_wait_for", launchtest.Arguments{"time": 29})

	began := time.Now()
	client.Leave()
	out.Close()
	select {
	case err := <-done:
		if took := time.Since(began); err != nil || took > graceful {
			t.Errorf("the launch ended after %v with %v", took, err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the launch does not end")
	}
	in.Close()
	toClient.Close()
	conf.LeavesNothing()
}

package launcher_test

import (
	"strings"
	"syscall"
	"testing"

	"connector-browser/launcher/launchtest"
)

// die is code that ends the upstream in the middle of its own call.
const die = `async page => { ` + launchtest.Escape + ` p.kill(p.pid, "SIGKILL"); await new Promise(() => {}) }`

// A child that ends in the middle of a call is replaced: the call is answered,
// the session goes on in the same folder and with the same login.
func TestRestart(t *testing.T) {
	t.Parallel()
	site := site(t)
	conf := launchtest.New(t).Auth(loggedIn, false).Policy(allow(site))
	l := start(t, conf)
	l.greeting(site, "/")
	dir, first := l.directory(), conf.Node()

	call := l.Call("browser_wait_for", launchtest.Arguments{"time": 30})
	l.Does("browser_evaluate", launchtest.Arguments{"function": "() => 1"}) // now the child has the call as well
	if err := first.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if answer := l.Await(call); answer.Code() != "connector.restarted" || answer.Error.Data.Hint == "" {
		t.Errorf("the call was answered %s", answer.Line)
	}
	if who := l.greeting(site, "/"); who != "alice" {
		t.Errorf("after the restart the site says hello to %q", who)
	}
	if node := conf.Node(); node.PID == first.PID || l.directory() != dir {
		t.Errorf("the child is process %d in %s, was %d in %s", node.PID, l.directory(), first.PID, dir)
	}
	if !l.said.has("the upstream is started again") {
		t.Errorf("the person was told %q", l.said)
	}
	l.leaves()
}

// Restarts are no end in itself: three a minute, then the launch ends and says
// why.
func TestRestartsAreBounded(t *testing.T) {
	t.Parallel()
	l := start(t, launchtest.New(t).Auth("", false))
	for i := range 4 {
		answer := l.Tool("browser_run_code_unsafe", launchtest.Arguments{"code": die})
		want := "connector.restarted"
		if i == 3 { // nobody is told that it goes on
			want = "connector.internal"
		}
		if answer.Code() != want || (i == 3) != strings.Contains(answer.Line, "this launch ends") || (i == 3) == strings.Contains(answer.Line, "is started again") {
			t.Errorf("lost call %d was answered %s", i+1, answer.Line)
		}
	}
	if _, err := l.ends(); err == nil || !strings.Contains(err.Error(), "more than 3 times in a minute") {
		t.Errorf("the launch ended with %v", err)
	}
}

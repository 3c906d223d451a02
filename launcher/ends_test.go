package launcher_test

import (
	"os"
	"syscall"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
	"connector-browser/launcher/sandbox"
)

// CB-073: a launch ends as its child ends, by the same code or the same signal,
// and takes the browser with it (CB-076).
func TestEndsAsTheChildEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(t *testing.T, l *launch)
		want sandbox.Exit
	}{
		"a code": {func(t *testing.T, l *launch) {
			l.Run(`async page => { `+launchtest.Escape+` setTimeout(() => p.exit(7), 3000); return 1 }`, nil)
		}, sandbox.Exit{Code: 7}},
		"killed": {func(t *testing.T, l *launch) {
			if err := l.conf.Node().Signal(syscall.SIGKILL); err != nil {
				t.Error(err)
			}
		}, sandbox.Exit{Signal: syscall.SIGKILL}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := start(t, launchtest.New(t).Auth("", false))
			l.Does("browser_navigate", launchtest.Arguments{"url": page("hello")})
			c.end(t, l)
			if exit, err := l.ends(); err != nil || exit != c.want {
				t.Errorf("the launch ended with %+v, %v; want %+v", exit, err, c.want)
			}
		})
	}
}

// CB-074, CB-075: a signal to the launch is one to the child, which closes the
// browser and ends well; more of them change nothing.
func TestSignalsArePassedOn(t *testing.T) {
	t.Parallel()
	for name, signals := range map[string][]os.Signal{
		"TERM":     {syscall.SIGTERM},
		"INT":      {syscall.SIGINT},
		"HUP":      {syscall.SIGHUP},
		"repeated": {syscall.SIGTERM, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := start(t, launchtest.New(t).Auth("", false))
			l.Does("browser_navigate", launchtest.Arguments{"url": page("hello")})
			began := time.Now()
			for _, s := range signals {
				l.signals <- s
			}
			exit, err := l.ends()
			if took := time.Since(began); err != nil || exit != (sandbox.Exit{}) || took > graceful {
				t.Errorf("the launch ended after %v with %+v, %v; it said %q", took, exit, err, l.said)
			}
		})
	}
}

// A signal or a goodbye before the upstream is up ends the launch as well.
func TestEndsWhileStarting(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(l *launch){
		"a signal":         func(l *launch) { l.signals <- syscall.SIGTERM },
		"the client goes":  func(l *launch) { l.Leave() },
		"with a call open": func(l *launch) { l.Call("browser_snapshot", nil); l.Leave() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := start(t, launchtest.New(t).Auth("", false))
			end(l)
			if exit, err := l.ends(); err != nil || exit.Code != 0 {
				t.Errorf("the launch ended with %+v, %v; it said %q", exit, err, l.said)
			}
		})
	}
}

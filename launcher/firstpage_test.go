package launcher_test

import (
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// Once the first call has made a page nobody waits behind another one, also where
// the first came before the upstream was up.
func TestFirstPageHoldsNobodyUpLater(t *testing.T) {
	t.Parallel()
	l := start(t, launchtest.New(t).Auth("", false))
	l.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,hello"})
	slow := l.Call("browser_wait_for", launchtest.Arguments{"time": 20})
	l.Does("browser_snapshot", nil)
	select {
	case <-slow:
		t.Error("a snapshot was answered behind a call that took 20 seconds")
	case <-time.After(0):
	}
}

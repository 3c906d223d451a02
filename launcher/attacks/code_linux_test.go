package attacks

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// waiting bounds what should happen at once, on a busy machine.
const waiting = 30 * time.Second

// TestCode lets model-written code do its worst in the upstream's own process,
// where browser_run_code_unsafe runs it: all attacks share one launch.
func TestCode(t *testing.T) {
	trap := newTrap(t)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>allowed</title>")
	}))
	t.Cleanup(site.Close)
	conf := armed(t, fmt.Sprintf("[network]\nallow = [%q, \"*\", \"*:%d\", \"*:3128\"]\n", host(site), trap.port))
	outside := furnish(t, conf)
	l := start(t, conf, io.Discard)
	l.Up()
	outside.beside(t, l)
	l.Does("browser_navigate", map[string]any{"url": site.URL})

	l.filesSteps(outside)
	l.buildSteps()
	l.processSteps()
	l.networkSteps(trap)
	l.browserNetworkSteps(trap)
	l.proxySteps(trap, site)
	l.schemeSteps(trap)
	l.inspectorSteps(trap)
	l.messageSteps()

	trap.empty(t)
	outside.untouched(t)
	l.leaves(waiting)
}

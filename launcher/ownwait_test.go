package launcher_test

import (
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// ownToolsThatWait are the steps at the workshop that take their time.
func (l *launch) ownToolsThatWait() {
	type arguments = launchtest.Arguments
	l.Step("CD-034 CD-036 what comes later is waited for", func(t *testing.T) {
		l.Does("browser_click", arguments{"target": "text=Add later"})
		if got := l.Does("browser_wait", arguments{"text": "Added 1"}); !strings.HasPrefix(got, "after ") || !strings.Contains(got, "\nerrors: ") {
			t.Error(got)
		}
		if got := l.Does("browser_exists", arguments{"target": "text=Added 1"}); !strings.Contains(got, "true") {
			t.Error(got)
		}
		l.Does("browser_click", arguments{"target": "text=Add later"})
		l.Does("browser_expect", arguments{"what": "visible", "target": "text=Added 2"})
		l.Does("browser_wait", arguments{"load": "networkidle"})
	})
	l.Step("CD-036 what was expected, and what is", func(t *testing.T) {
		detail := structured(t, l.Tool("browser_expect", arguments{"what": "text", "target": "h1", "expected": "Play", "timeout_ms": 50})).Error.Detail
		if detail["target"] != "h1" || detail["expected"] != "Play" || detail["actual"] != "Workshop" {
			t.Error(detail)
		}
	})
	l.Step("a dialog that opens ends the waiting", func(t *testing.T) {
		l.Does("browser_click", arguments{"target": "text=Ask later"})
		began := time.Now()
		got := l.Tool("browser_expect", arguments{"what": "visible", "target": "#nope", "timeout_ms": 20000})
		if structured(t, got).Error.Code != "STATE_INVALID" || time.Since(began) > 5*time.Second {
			t.Error(time.Since(began), got.Line)
		}
		l.Does("browser_handle_dialog", arguments{"accept": true})
	})
}

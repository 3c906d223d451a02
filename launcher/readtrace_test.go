package launcher_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// traced is one line of a trace.
type traced struct {
	T                                      *int64
	Event, Tool, Step, Target, URL, Method string
	Outcome, Code, Level, Text, Type, File string
	Call, Status                           int
	Arguments                              json.RawMessage
	Failed                                 *string
}

// readTrace reads a trace, every line of which has to be an event.
func readTrace(t *testing.T, path string) (events []traced, text string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var e traced
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.T == nil || e.Event == "" || !strings.HasSuffix(line, "\n") {
			t.Errorf("%q is no event: %v", line, err)
		}
		events = append(events, e)
	}
	return events, string(raw)
}

// trace begins one, and gives where it lies.
func (l *launch) trace(arguments launchtest.Arguments) string {
	l.t.Helper()
	arguments["action"] = "start"
	_, path, _ := strings.Cut(l.Does("browser_trace", arguments), "the trace is written to ")
	return path
}

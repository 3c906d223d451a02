package surface

import (
	"errors"
	"strings"
)

// trace writes down what a session does, for whoever reads it later (CD-140): the
// calls, what the page logged and asked for, where it went. The relay itself keeps
// the file; of the upstream it wants the log alone.
var trace = Tool{
	Name: "browser_trace", Title: "Trace",
	Description: "Record calls, console and network in a file (NDJSON). One trace at a time",
	Arguments:   `"action":{"type":"string","enum":["start","stop","status"]},"name":{"type":"string","maxLength":64}`,
	Required:    []string{"action"},
	Like:        []string{"browser_console_messages", "browser_network_requests"},
	Touches:     "writes a file into the launch directory: the calls, what the page wrote to its console, and the addresses of its requests, tokens in them included",
	Plan: func(g Given) (Call, error) {
		var a struct {
			Action string  `json:"action"`
			Name   *string `json:"name"`
		}
		g.read(&a)
		switch {
		case a.Name == nil:
		case a.Action != "start":
			return Call{}, errors.New("argument name is for start")
		case !isName(*a.Name):
			return Call{}, errors.New("argument name must be of letters, digits, - and _; it is no path")
		}
		return Call{}, nil // the relay itself makes what calls it takes
	},
}

// isName says whether a text is a name and nothing else: it becomes part of a file's.
func isName(name string) bool {
	other := func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return name != "" && !strings.ContainsFunc(name, other)
}

// Record is the call that reads the log for a program, row by row: those after
// since. The numbers of a new browser's log go on from cursor.
func Record(since, cursor int64) Call {
	return Script("logs", map[string]any{"action": "record", "kind": "all", "since": since, "cursor": cursor})
}

// A Row is one of them: a message of the console, an exception or a request.
type Row struct {
	ID     int64
	At     int64 // in milliseconds of Unix time
	Kind   string
	Level  string
	Thrown bool
	Text   string

	// Of a request alone.
	Began             float64 // like At
	Method, URL, Type string
	Status            int
	Failed            *string // why it was not answered
}

// Rows is what was read, and where the page is by now.
type Rows struct {
	Rows []Row
	URL  string
}

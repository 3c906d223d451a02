package relay

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"connector-browser/relay/withhold"
)

// Traces are where browser_trace writes.
type Traces interface {
	// Open makes a new file that has the name in its own. Each Write is appended by
	// itself. The error is one sentence.
	Open(name string) (path string, file io.WriteCloser, err error)
}

// MaxTrace bounds a trace, in bytes; the last of them are for the line that says so.
const (
	MaxTrace     = 4 << 20
	traceReserve = 256
)

// A recording is a trace that runs: one line of JSON for each event (CD-141). A line
// is written whole and before anything else happens, so that a launch which is killed
// leaves whole lines, the last of them of what it was about to do. Each passes
// withholding on its own, since it leaves past every stage.
type recording struct {
	set   *withhold.Set
	file  io.WriteCloser
	path  string
	began time.Time

	events, bytes, missing int  // written; for which there was no room
	full, broken           bool // by its bound; the file takes no more

	calls  int
	since  int64  // in the log of the page
	url    string // of the page, by then
	noPage bool   // none is open: to ask for its log would open one
}

// An event is one line. T is in milliseconds since the start; what the page logged
// and asked for is written later than it happened.
type event struct {
	T     int64  `json:"t"`
	Event string `json:"event"`

	Call      int             `json:"call,omitempty"` // pairs the two lines of an action
	Tool      string          `json:"tool,omitempty"`
	Step      string          `json:"step,omitempty"`
	Target    string          `json:"target,omitempty"`
	To        string          `json:"to,omitempty"`
	URL       string          `json:"url,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"` // their shape
	Outcome   string          `json:"outcome,omitempty"`
	Code      string          `json:"code,omitempty"`

	Level  string  `json:"level,omitempty"`
	Text   string  `json:"text,omitempty"`
	Method string  `json:"method,omitempty"`
	Status int     `json:"status,omitempty"`
	Type   string  `json:"type,omitempty"`
	Failed *string `json:"failed,omitempty"`
	File   string  `json:"file,omitempty"`

	Name  string `json:"name,omitempty"`
	Began string `json:"began,omitempty"`
	Lost  int64  `json:"lost,omitempty"` // rows that the log had dropped by then
	Full  bool   `json:"full,omitempty"` // what comes now has no room any more
}

// aim is what a call is about, as its caller wrote it.
type aim struct{ Target, StartTarget, EndTarget, URL string }

// now is the time of an event that happens.
func (r *recording) now() int64 { return time.Since(r.began).Milliseconds() }

// at is the time of an event that the browser told of.
func (r *recording) at(unix int64) int64 { return max(0, unix-r.began.UnixMilli()) }

// write appends an event, or counts it where there is no room.
func (r *recording) write(e event) {
	line, _, err := r.set.JSON(encode(e))
	if err != nil {
		line = encode(event{T: e.T, Event: e.Event, Call: e.Call, Text: "[withheld: " + err.Error() + "]"})
	}
	switch {
	case r.full || r.broken:
		r.missing++
	case r.bytes+len(line) >= MaxTrace-traceReserve:
		r.full = true
		r.missing++
		r.append(encode(event{T: e.T, Event: "meta", Full: true}))
	default:
		r.append(line)
	}
}

func (r *recording) append(line []byte) {
	n, err := r.file.Write(append(line[:len(line):len(line)], '\n'))
	r.bytes += n
	if err != nil {
		r.broken = true
		r.missing++
		return
	}
	r.events++
}

// close ends the recording. No call writes after that.
func (r *recording) close() {
	r.file.Close()
	r.broken = true
}

// told says what was written by now.
func (r *recording) told(running bool) told {
	text := fmt.Sprintf("%d events, %d bytes in %s", r.events, r.bytes, r.path)
	switch {
	case r.full:
		text += fmt.Sprintf("; that is the bound of %d MiB: %d later events are not in it", MaxTrace>>20, r.missing)
	case r.missing > 0:
		text += fmt.Sprintf("; the file took no more: %d later events are not in it", r.missing)
	}
	return told{texts: []string{text}, structured: map[string]any{"result": map[string]any{
		"running": running, "path": r.path, "events": r.events, "bytes": r.bytes, "missing": r.missing,
	}}}
}

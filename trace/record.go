// Package trace is the record of what passed between a client and the browser:
// one line of JSON for each exchange, refused ones included, in one file a day.
//
// Each launch writes a chain of its own: its records are numbered, each carries
// the hash of the one before and of itself, the first names the line that stood
// last in the trace when the launch began, and the last says how many there are.
// So Verify finds a record that was changed, taken out, moved or put in.
//
// What it cannot find: records cut off from the end of a launch that was killed
// before it could write its last one; the newest launches taken out whole; and
// anything done by someone who may write the directory and computes every hash
// from there on anew. Who needs more keeps the last hash, which Verify gives,
// in another place.
package trace

import (
	"encoding/json"
	"time"
)

// Kinds of records.
const (
	KindStart   = "start"   // a launch began
	KindEnd     = "end"     // it ended; Count is how many records it wrote
	KindCall    = "call"    // tools/call
	KindRequest = "request" // any other request, of either side
	KindNotice  = "notice"  // a notification
	KindNetwork = "network" // a host, outside of any call
)

// Outcomes that are not the code of an error.
const (
	OutcomeOK       = "ok"
	OutcomeError    = "error"    // the tool's own
	OutcomeRefused  = "refused"  // by the policy or the checks
	OutcomeWithheld = "withheld" // passed, with something taken out
)

// Record is one line. Launch, Seq, Prev and Hash are the writer's to fill in,
// and so are Time and Client where they are empty. No value that a page or a
// client chose stands in it, but for names of tools and hosts.
type Record struct {
	Time      Time            `json:"time"`
	Launch    string          `json:"launch"`
	Seq       uint64          `json:"seq"`
	Client    string          `json:"client,omitempty"`
	Kind      string          `json:"kind"`
	Method    string          `json:"method,omitempty"`
	Tool      string          `json:"tool,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"` // their Shape
	Steps     []string        `json:"steps,omitempty"`     // of a batch: the tools that it calls
	Page      string          `json:"page,omitempty"`      // host of the page that the call left behind
	Hosts     []Host          `json:"hosts,omitempty"`     // contacted, or refused, while it ran
	Outcome   string          `json:"outcome,omitempty"`
	Reason    string          `json:"reason,omitempty"`
	Policy    string          `json:"policy,omitempty"`   // the line that decides: "policy.toml:12"
	Withheld  []string        `json:"withheld,omitempty"` // labels, never values
	Duration  float64         `json:"ms,omitempty"`
	Sent      int             `json:"sent,omitempty"`     // bytes of the client's line
	Received  int             `json:"received,omitempty"` // bytes of the line that it got
	Count     uint64          `json:"count,omitempty"`    // of an end: records of the launch, this one included
	After     string          `json:"after,omitempty"`    // of a start: hash of the line that stood last
	Prev      string          `json:"prev,omitempty"`     // hash of the launch's record before; none before the first
	Hash      string          `json:"hash,omitempty"`     // SHA-256 of the line without this member; always its last
}

// Host is one host that was contacted or refused, and the bytes that passed.
type Host struct {
	Name     string `json:"name"`
	Port     int    `json:"port,omitempty"`
	Refused  bool   `json:"refused,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Policy   string `json:"policy,omitempty"`
	Sent     int64  `json:"sent,omitempty"`
	Received int64  `json:"received,omitempty"`
}

// Time is written in UTC with milliseconds, RFC 3339.
type Time struct{ time.Time }

const timeLayout = "2006-01-02T15:04:05.000Z"

// MarshalJSON writes the time.
func (t Time) MarshalJSON() ([]byte, error) {
	return t.UTC().AppendFormat(nil, `"`+timeLayout+`"`), nil
}

// Refused says whether something was not let through.
func (r *Record) Refused() bool {
	for _, h := range r.Hosts {
		if h.Refused {
			return true
		}
	}
	switch r.Outcome {
	case "", OutcomeOK, OutcomeError, OutcomeWithheld:
		return false
	}
	return true
}

// Bounds of a record, so that one exchange cannot fill the trace.
const (
	maxHosts  = 64
	maxLabels = 32
	maxSteps  = 25
	maxText   = 300 // bytes of any one text
	maxShape  = 4096
)

// bound cuts what is too long.
func (r *Record) bound() {
	for _, text := range []*string{&r.Launch, &r.Client, &r.Kind, &r.Method, &r.Tool, &r.Page, &r.Outcome, &r.Reason, &r.Policy} {
		*text = clip(*text, maxText)
	}
	if len(r.Arguments) > maxShape || len(r.Arguments) > 0 && !json.Valid(r.Arguments) {
		r.Arguments = json.RawMessage(`"…"`)
	}
	r.Steps = append([]string(nil), r.Steps[:min(len(r.Steps), maxSteps)]...)
	for i := range r.Steps {
		r.Steps[i] = clip(r.Steps[i], maxText)
	}
	r.Hosts = append([]Host(nil), r.Hosts[:min(len(r.Hosts), maxHosts)]...)
	for i := range r.Hosts {
		h := &r.Hosts[i]
		h.Name, h.Reason, h.Policy = clip(h.Name, maxText), clip(h.Reason, maxText), clip(h.Policy, maxText)
	}
	r.Withheld = append([]string(nil), r.Withheld[:min(len(r.Withheld), maxLabels)]...)
	for i := range r.Withheld {
		r.Withheld[i] = clip(r.Withheld[i], maxText)
	}
}

// clip cuts a text after at most max bytes, between characters.
func clip(text string, max int) string {
	if len(text) <= max {
		return text
	}
	end := max - len("…")
	for end > 0 && text[end]&0xc0 == 0x80 {
		end--
	}
	return text[:end] + "…"
}

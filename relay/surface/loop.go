package surface

import (
	"crypto/sha256"
	"encoding/json"
	"maps"
)

// A Loop notices a call that is repeated although nothing comes of it (SN-040).
// The zero value has seen nothing.
type Loop struct {
	call, outcome [32]byte
	times         int
}

// maxTimes is how often a call may do nothing before it is not made any more.
const maxTimes = 2

// AnswersDialog reports whether a tool answers a dialog. A page may put up one after
// another, and no look tells them apart while one is open: such a call is never in
// vain.
func AnswersDialog(tool string) bool {
	return tool == "browser_dialog" || tool == "browser_handle_dialog"
}

// Vain reports whether this call was made often enough, on a page that is still
// as its last one left it.
func (l *Loop) Vain(tool string, arguments json.RawMessage, page string) bool {
	return !AnswersDialog(tool) && l.times >= maxTimes && l.call == fingerprint(tool, arguments) && l.outcome == sha256.Sum256([]byte(page))
}

// Made remembers a call and the page after it.
func (l *Loop) Made(tool string, arguments json.RawMessage, page string) {
	call, outcome := fingerprint(tool, arguments), sha256.Sum256([]byte(page))
	if call != l.call || outcome != l.outcome {
		l.times = 0
	}
	l.call, l.outcome = call, outcome
	l.times++
}

// fingerprint is the same for arguments that say the same (SN-044): the order of
// keys, white space and what holds without being said do not count.
func fingerprint(tool string, arguments json.RawMessage) [32]byte {
	var value map[string]any
	if json.Unmarshal(arguments, &value) == nil {
		maps.DeleteFunc(value, func(name string, given any) bool {
			return given == nil || given == false || name == "button" && given == "left"
		})
		if canonical, err := json.Marshal(value); err == nil {
			arguments = canonical
		}
	}
	return sha256.Sum256(append([]byte(tool+"\x00"), arguments...))
}

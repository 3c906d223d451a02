package relay

import (
	_ "embed"
	"encoding/json"
	"time"
)

// The bounds of waiting for a page to come to rest.
const (
	quiet     = 25 * time.Millisecond  // without a change, and it is at rest
	submitted = 140 * time.Millisecond // after a key that submits, for a navigation to begin (CD-107)
	moving    = 500 * time.Millisecond // for one that goes on changing
	growing   = 100 * time.Millisecond // with as many elements as before, in a document that has just come (SN-032)
	arriving  = 900 * time.Millisecond // for one that goes on growing
	requests  = 2 * time.Second        // for what it asked for
	loading   = 10 * time.Second       // for a navigation that has begun
)

// How long what is on a page may take to be told: after a call, and where nothing
// else was asked for.
const (
	glance = 5 * time.Second
	stare  = 12 * time.Second
)

// The two halves of the script of a look.
var (
	//go:embed agentlook.js
	restScript string
	//go:embed agentsee.js
	seeScript string
)

// lookScript waits until the page is at rest and gives what is on it, in one call
// of the upstream's.
var lookScript = "async (page) => {\n" + restScript + seeScript + "}"

// An entry is what was typed, and where: the look sees whether it is there
// (SN-054).
type entry struct {
	Target string `json:"target"`
	Text   string `json:"text"`
}

// typedBy is the entry of a call that leaves the field where it was.
func typedBy(x *Exchange) *entry {
	var given struct {
		entry
		Submit bool
	}
	json.Unmarshal(x.arguments, &given)
	if x.Tool != "browser_type" || x.script != "" || x.place != "" || given.Submit || given.Text == "" {
		return nil
	}
	given.Target = located(given.Target)
	return &given.entry
}

// looking is the call that looks at the page once it was quiet for so long, and has
// so much patience with it.
func looking(quietFor, patience time.Duration, typed ...*entry) json.RawMessage {
	arguments := map[string]any{
		"quiet": quietFor.Milliseconds(), "still": quiet.Milliseconds(), "moving": moving.Milliseconds(),
		"arriving": map[string]int64{"quiet": growing.Milliseconds(), "limit": arriving.Milliseconds()},
		"requests": requests.Milliseconds(), "loading": loading.Milliseconds(),
		"patience": patience.Milliseconds(),
	}
	if len(typed) > 0 && typed[0] != nil {
		arguments["typed"] = typed[0]
	}
	return fixedScript(lookScript, arguments)
}

// fence is how long the page has to be quiet after a call.
func fence(x *Exchange) time.Duration {
	var given struct {
		Submit bool
		Key    string
	}
	json.Unmarshal(x.arguments, &given)
	if given.Submit || given.Key == "Enter" || x.script != "" { // a secret's script may submit as well
		return submitted
	}
	return quiet
}

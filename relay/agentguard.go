package relay

import (
	"encoding/json"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// reading are the tools after which the page is as it was before.
var reading = map[string]bool{
	"browser_snapshot": true, "browser_find": true, "browser_take_screenshot": true,
	"browser_console_messages": true, "browser_network_requests": true, "browser_network_request": true,
	StorageState: true, "browser_close": true,
}

// changing reports whether the answer to a call says what changed on the page.
func changing(tool string) bool {
	if own := surface.Find(tool); own != nil {
		return own.Shows
	}
	return !reading[tool]
}

// guarded reports whether a call may be made in vain: who reads or waits may do so
// as often as it takes (SN-042), and so may who answers a row of dialogs, for whom
// the guard counts and does not hold back.
func guarded(x *Exchange) bool {
	own := surface.Find(x.Tool)
	return changing(x.Tool) && (own == nil || !own.ReadOnly) && !asks(x) && x.Tool != "browser_wait_for" && x.Tool != "browser_evaluate"
}

// switches reports whether another page, or none, may be the current one after a
// call.
func switches(x *Exchange) bool {
	return x.Tool == "browser_close" || (x.Tool == "browser_tabs" || x.Tool == "browser_page") && !asks(x)
}

// asks reports whether a call of a tool that acts only asks how things are.
func asks(x *Exchange) bool {
	action := actionOf(x)
	return action == "list" || action == "inspect"
}

// vain tells the caller that the same call did nothing twice (SN-043).
func (s *agent) vain() told {
	page := &snapshot.Page{}
	if s.seen != nil {
		page = s.seen
	}
	return failure("LOOP", "this call was made twice and the page, "+clip(page.Title)+" at "+clip(page.URL)+", is still the same; it was not made again",
		"try another element or another way, or stop and answer with what you have")
}

// unknownRef finds a target that is a ref which this session was never shown
// (CD-084): no call is made for it.
func (s *agent) unknownRef(arguments json.RawMessage) *told {
	var given struct{ Target, StartTarget, EndTarget string }
	json.Unmarshal(arguments, &given)
	for _, target := range []string{given.Target, given.StartTarget, given.EndTarget} {
		if !s.refs.Knows(target) {
			out := failure("BARE_REF", target+" is no ref that this session was shown", s.relay.inListedNames("take refs from browser_snapshot or browser_find")+"; write css="+target+" for a tag of that name")
			return &out
		}
	}
	return nil
}

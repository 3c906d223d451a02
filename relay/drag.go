package relay

import (
	"encoding/json"
	"strings"

	"connector-browser/policy"
	"connector-browser/relay/surface"
)

const (
	clickTool = "browser_click"
	dragTool  = "browser_drag"
)

// clicks reports whether a call is a drag that may end on the element on which it
// began, which is a click. Two different refs are two elements; what a selector finds
// the page alone decides, and as late as the call is made.
func clicks(x *Exchange) bool {
	if x.Tool != dragTool {
		return false
	}
	var given map[string]json.RawMessage // names differ by case, as in the upstream
	json.Unmarshal(x.arguments, &given)
	end := func(name string) (target string) {
		json.Unmarshal(given[name], &target)
		return strings.TrimPrefix(surface.Selector(target), "aria-ref=")
	}
	from, to := end("startTarget"), end("endTarget")
	return from == to || !surface.IsRef(from) || !surface.IsRef(to)
}

// decide says whether the policy lets a call of a tool be made.
func (r *Relay) decide(x *Exchange) policy.Decision {
	decision := r.config.Policy.Tools.Decide(x.Tool)
	if !decision.Allowed || !clicks(x) {
		return decision
	}
	if click := r.config.Policy.Tools.Decide(clickTool); !click.Allowed {
		click.Reason = "a drag that may end where it began is a click, and " + click.Reason
		return click
	}
	return decision
}

// confirms says whether a person must say yes to a call, and which line says so.
func (r *Relay) confirms(x *Exchange) (wanted bool, line string) {
	if wanted, line = r.config.Policy.Tools.Confirm(x.Tool); wanted || !clicks(x) {
		return wanted, line
	}
	return r.config.Policy.Tools.Confirm(clickTool)
}

// mayConfirm says whether calls of a tool may need a person's yes.
func (r *Relay) mayConfirm(tool string) bool {
	wanted, _ := r.config.Policy.Tools.Confirm(tool)
	if tool == dragTool && !wanted {
		wanted, _ = r.config.Policy.Tools.Confirm(clickTool)
	}
	return wanted
}

package relay

import (
	"encoding/json"
	"fmt"
	"slices"

	"connector-browser/policy"
	"connector-browser/relay/surface"
)

// scope offers the tools that are allowed and refuses the others. What the
// record does not know is never offered, whoever adds it.
type scope struct {
	relay *Relay
	noAnswer
}

func (s *scope) Request(x *Exchange) verdict {
	r := s.relay
	switch {
	case x.Method == "tools/list":
		x.Answer = resultAnswer(x.ID, toolList(r.offered()))
		return answered
	case x.Method != "tools/call":
		return pass
	case x.ID == nil:
		return dropped // nobody could be answered; the upstream ignores it too (CB-125, CB-130)
	case r.config.Parked:
		return x.refuse(Unauthorized, "no login state is stored", "run: connector-browser auth, then start the connector again")
	case r.declared[x.Tool] == nil:
		return s.unknown(x)
	}
	if decision := r.decide(x); !decision.Allowed {
		hint := "use another tool; the person who runs the connector decides which are allowed, in policy.toml"
		if clicks(x) && r.allows(x.Tool) {
			hint = "give two different refs of a snapshot, or " + hint
		}
		return x.forbid(ForbiddenScope, decision, hint)
	}
	x.steps = steps(x)
	return x.each(s.Request)
}

// unknown answers a call of a tool that is not offered to anyone: the storage
// tools as the upstream answers a tool that it does not have, others with the
// nearest name. A step of a batch says which one it is as well.
func (s *scope) unknown(x *Exchange) verdict {
	x.Outcome = "unknown tool"
	if x.Tool == StorageState || slices.Contains(withheldStorage, x.Tool) {
		if x.place != "" {
			x.Answer = s.relay.invalidArgument(x.ID, fmt.Sprintf("%sTool %q not found", x.place, x.Tool))
			return answered
		}
		x.Answer = resultAnswer(x.ID, encode(unknownTool(x.Tool)))
		return answered
	}
	message := x.place + "Unknown tool"
	if near := policy.Nearest(x.Tool, Names(s.relay.offered())); near != "" {
		message = fmt.Sprintf(x.place+"Unknown tool; did you mean %s", near)
	}
	x.Answer = protocolError(x.ID, codeInvalidParams, message)
	return answered
}

// offered are the tools that the client is shown. On the agent surface those of
// the upstream's are left out that one of our own stands in for; who knows them
// may call them.
func (r *Relay) offered() []Tool {
	if r.config.Parked {
		return nil
	}
	var offered []Tool
	for _, t := range r.tools {
		if !r.allows(t.Name) || r.config.Agent && surface.StandIn(t.Name, r.allows) != "" {
			continue
		}
		t.Raw = r.declaration(t.Name)
		offered = append(offered, t)
	}
	return offered
}

func (r *Relay) allows(tool string) bool { return r.config.Policy.Tools.Decide(tool).Allowed }

// declaration is what a client is told about a tool.
func (r *Relay) declaration(name string) json.RawMessage {
	declaration := r.tellNames(name, r.declared[name])
	if r.mayConfirm(name) && !r.elicits.Load() {
		return confirmable(declaration)
	}
	return declaration
}

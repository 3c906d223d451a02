package relay

import (
	"bytes"
	"encoding/json"
	"fmt"

	"connector-browser/relay/surface"
	"connector-browser/strictjson"
)

// batchTool makes several calls in one. Its steps become exchanges of their own
// before anything is decided about them, and every stage that judges a call judges
// each of them: a batch is no way around one (CD-059).
const batchTool = "browser_batch"

// steps takes the steps of a batch apart. Of what does not fit the schema of a
// batch there are none: validate refuses it.
func steps(x *Exchange) []*Exchange {
	if x.Tool != batchTool || x.place != "" {
		return nil
	}
	members, err := strictjson.Outline(x.arguments)
	if err != nil {
		return nil
	}
	var list []json.RawMessage
	for _, m := range members {
		if m.Name == "steps" && json.Unmarshal(m.Value, &list) != nil {
			return nil
		}
	}
	if len(list) > surface.MaxSteps {
		return nil
	}
	made := make([]*Exchange, len(list))
	for i, raw := range list {
		if made[i] = step(x, i, raw); made[i] == nil {
			return nil
		}
	}
	return made
}

// step is one step as a call of its own; nil where it is none.
func step(x *Exchange, i int, raw json.RawMessage) *Exchange {
	members, err := strictjson.Outline(raw)
	if err != nil {
		return nil
	}
	s := &Exchange{ID: x.ID, Method: x.Method, Started: x.Started, modern: x.modern, arguments: json.RawMessage(`{}`), place: fmt.Sprintf("steps[%d]: ", i)}
	named := false
	for _, m := range members {
		switch m.Name {
		case "tool":
			named = true
			if s.Tool, err = strictjson.Unquote(m.Value); err != nil {
				return nil
			}
		case "arguments":
			s.arguments = bytes.Clone(m.Value)
		}
	}
	if !named {
		return nil
	}
	s.Message = &Message{ID: x.ID, Method: x.Method, Params: tool(s.Tool, s.arguments)}
	s.describe()
	return s
}

// each has a stage judge the steps of a batch. The first that does not pass
// answers for the whole, of which nothing is done then.
func (x *Exchange) each(judge func(step *Exchange) verdict) verdict {
	for _, step := range x.steps {
		if v := judge(step); v != pass {
			x.Answer, x.Outcome, x.Reason, x.Line = step.Answer, step.Outcome, step.Reason, step.Line
			return v
		}
	}
	return pass
}

// stepTools are the tools that a batch calls.
func (x *Exchange) stepTools() (tools []string) {
	for _, step := range x.steps {
		tools = append(tools, step.Tool)
	}
	return tools
}

// ownFault is what is wrong with the arguments of a call of an own tool beyond its
// schema, or nothing.
func ownFault(x *Exchange) string {
	own := surface.Find(x.Tool)
	switch {
	case x.place != "" && (x.Tool == batchTool || x.Tool == StorageState):
		return x.Tool + " cannot be a step; call it by itself"
	case x.Tool == batchTool && len(x.steps) == 0:
		return "argument steps holds no call"
	case own == nil || own.Plan == nil:
		return ""
	}
	if _, err := own.Plan(surface.Given{Arguments: x.arguments}); err != nil {
		return err.Error()
	}
	return ""
}

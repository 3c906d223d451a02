package surface

import (
	"encoding/json"
	"slices"
	"time"
)

// A Tool is one of the agent surface's own: what the upstream lacks, made of
// calls of the upstream. What it is stands in one place, from which its
// declaration, the check of its arguments and its line in the reach table come
// (CD-060).
type Tool struct {
	Name, Title, Description string

	Arguments string   // the properties of its schema, as members of a JSON object
	Required  []string // of them

	ReadOnly   bool // leaves the page as it is (CD-043)
	Idempotent bool // twice is as once
	Shows      bool // answers with what changed on the page as well

	Like     []string // upstream tools whose work it can do: see policy.Own
	Replaces []string // upstream tools that need not be listed beside it
	Touches  string   // the worst that it can be used for

	// Plan says which call of the upstream does the work. Its error is a sentence
	// about the arguments. nil, or a call without a tool: the relay itself does it.
	Plan func(g Given) (Call, error)

	// Sift makes an answer of what the call gave, or says that the call has to be made
	// again, and what it is then given. shown is a text as the client may see it. nil:
	// what the call gave is the answer.
	Sift func(out *Outcome, g *Given, shown func(text string) string) (again bool)

	// Judge may change what the call gave before anybody sees it. nil: nothing.
	Judge func(out *Outcome)
}

// Given is what a call of an own tool is made of.
type Given struct {
	Arguments json.RawMessage // they fit the schema
	Limit     time.Duration   // that the call may wait
	Cursor    int64           // that the last look at the log ended with

	// Of a call that is made again.
	Waited time.Duration // so far
	After  int64         // the last row of the log that was sifted in vain
}

// read takes arguments apart. Their names are the schema's, whose exact spelling
// was judged before.
func (g Given) read(into any) {
	if len(g.Arguments) > 0 {
		json.Unmarshal(g.Arguments, into)
	}
}

// A Call is one call of an upstream tool.
type Call struct {
	Tool      string
	Arguments any
}

// Own are the agent surface's own tools, in the order of tools/list.
var Own = []*Tool{
	&batch, &expect, &exists, &read, &wait, &logs,
	&locators, &page, &element, &key, &mouse, &upload, &dialog, &mock, &trace, &status,
}

// Find gives the own tool with this name, or nil.
func Find(name string) *Tool {
	for _, t := range Own {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// StandIn is the tool of ours that is offered and does all that an upstream tool
// does, which need not be listed then; "" where there is none.
func StandIn(name string, offered func(name string) bool) string {
	for _, t := range Own {
		if slices.Contains(t.Replaces, name) && offered(t.Name) {
			return t.Name
		}
	}
	return ""
}

// Declaration is what tools/list says of the tool.
func (t *Tool) Declaration() json.RawMessage {
	type annotations struct { // what MCP takes for granted is not said: see Slim
		Title      string `json:"title"`
		ReadOnly   bool   `json:"readOnlyHint,omitempty"`
		Idempotent bool   `json:"idempotentHint,omitempty"`
	}
	schema := struct {
		Type       string          `json:"type"`
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required,omitempty"`
		Additional bool            `json:"additionalProperties"`
	}{"object", json.RawMessage("{" + t.Arguments + "}"), t.Required, false}
	declaration, err := json.Marshal(struct {
		Name        string      `json:"name"`
		Description string      `json:"description"`
		InputSchema any         `json:"inputSchema"`
		Annotations annotations `json:"annotations"`
	}{t.Name, t.Description, schema, annotations{t.Title, t.ReadOnly, t.Idempotent}})
	if err != nil {
		panic("surface: the declaration of " + t.Name + ": " + err.Error())
	}
	return declaration
}

// The arguments that several tools take.
const (
	targetArgument  = `"target":{"type":"string","description":"Ref or selector"}`
	timeoutArgument = `"timeout_ms":{"type":"integer","minimum":0,"maximum":300000,"default":5000}`
)

// timeout is how long a tool may wait, in milliseconds: what was asked for, and
// never so long that the call's own time would be up before it says what it
// waited for.
func (g Given) timeout() int64 {
	var asked struct {
		Timeout *int64 `json:"timeout_ms"`
	}
	g.read(&asked)
	wanted := 5 * time.Second
	if asked.Timeout != nil {
		wanted = time.Duration(*asked.Timeout) * time.Millisecond
	}
	return max(0, min(wanted, g.Limit)).Milliseconds()
}

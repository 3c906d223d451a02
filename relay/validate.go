package relay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/google/jsonschema-go/jsonschema"
)

// validate holds the arguments of a call against the schema that the tool
// itself advertises. The upstream drops what it does not know and runs the call
// all the same (CD-061); a misspelt argument is then a wrong call, and an
// undocumented one (_meta) a way around what was allowed.
type validate struct {
	relay *Relay
	noAnswer

	mu      sync.Mutex
	schemas map[string]*toolSchema // made at the first call of each tool
}

// toolSchema is the recorded inputSchema of one tool, ready for use.
type toolSchema struct {
	judge *jsonschema.Resolved
	plain schemaNode // the same, for finding words

	passed atomic.Pointer[[]byte] // arguments that were found to fit, which clients repeat
}

// maxPassed bounds the arguments that are remembered of each tool, in bytes.
const maxPassed = 1 << 10

func (s *validate) Request(x *Exchange) verdict {
	if x.Method != "tools/call" {
		return pass
	}
	if x.Tool == StorageState { // it is given arguments of ours, whatever the caller's are (CB-128)
		x.setArguments(json.RawMessage(`{}`))
		return pass
	}
	if fault := s.fault(x.Tool, x.arguments); fault != "" {
		return s.invalid(x, fault)
	}
	if fault := ownFault(x); fault != "" {
		return s.invalid(x, fault)
	}
	if v := s.address(x); v != pass {
		return v
	}
	if v := s.files(x); v != pass {
		return v
	}
	return x.each(s.Request)
}

func (s *validate) invalid(x *Exchange, fault string) verdict {
	x.Answer = s.relay.invalidArgument(x.ID, x.place+fault)
	x.Outcome = "invalid argument"
	return answered
}

// address holds the URL of a call against the policy before the upstream tries
// to open it: only schemes that lead to a page are let through (CB-154), and a
// host that the proxy would refuse is refused with its reason.
func (s *validate) address(x *Exchange) verdict {
	switch x.Tool {
	case "browser_navigate", "browser_tabs", "browser_page", "browser_mock":
	default:
		return pass
	}
	var arguments struct{ URL, Address string }
	if json.Unmarshal(x.arguments, &arguments) != nil {
		return pass
	}
	address := arguments.URL
	if x.Tool == "browser_mock" { // what it answers for has to be a host that could answer
		address = strings.TrimSuffix(arguments.Address, "*")
	}
	if address == "" {
		return pass
	}
	if decision := s.relay.config.Policy.Network.URL(address); !decision.Allowed {
		return x.forbid(ForbiddenHost, decision, "open another address; the person who runs the connector decides which are allowed, in policy.toml")
	}
	return pass
}

// fault says what is wrong with the arguments, or nothing.
func (s *validate) fault(tool string, arguments json.RawMessage) string {
	if len(arguments) == 0 {
		arguments = json.RawMessage(`{}`)
	}
	schema := s.schema(tool)
	if passed := schema.passed.Load(); passed != nil && bytes.Equal(*passed, arguments) {
		return ""
	}
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	var value any
	if err := decoder.Decode(&value); err != nil { // JSON already, so a number beyond all bounds
		return "a number in the arguments is out of range"
	}
	object, ok := value.(map[string]any)
	if !ok {
		return "the arguments are not an object"
	}
	if schema.judge.Validate(object) == nil {
		if len(arguments) <= maxPassed {
			passed := bytes.Clone(arguments)
			schema.passed.Store(&passed)
		}
		return ""
	}
	if words := schema.plain.fault("", object); words != "" {
		return words
	}
	return fmt.Sprintf("the arguments do not fit the schema of %s", tool)
}

func (s *validate) schema(tool string) *toolSchema {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.schemas[tool]; known != nil {
		return known
	}
	made, err := compile(s.relay.declaration(tool))
	if err != nil {
		panic("relay: the recorded schema of " + tool + ": " + err.Error())
	}
	if s.schemas == nil {
		s.schemas = map[string]*toolSchema{}
	}
	s.schemas[tool] = made
	return made
}

// compile makes the schema of a tool's declaration ready.
func compile(declaration json.RawMessage) (*toolSchema, error) {
	var declared struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	if err := json.Unmarshal(declaration, &declared); err != nil {
		return nil, err
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(declared.InputSchema, &schema); err != nil {
		return nil, err
	}
	// A property that has a default is advertised as required all the same; the
	// upstream fills it in before it looks.
	schema.Required = slices.DeleteFunc(schema.Required, func(name string) bool {
		return schema.Properties[name] != nil && schema.Properties[name].Default != nil
	})
	judge, err := schema.Resolve(nil)
	if err != nil {
		return nil, err
	}
	made := &toolSchema{judge: judge}
	if err := json.Unmarshal(declared.InputSchema, &made.plain); err != nil {
		return nil, err
	}
	made.plain.Required = schema.Required
	return made, nil
}

// invalidArgument is the answer to arguments that do not fit: a tool's result,
// since the model is to see it and call again (MCP 2025-11-25), with a code for
// programs where the negotiated revision knows structured content.
func (r *Relay) invalidArgument(id json.RawMessage, fault string) *Message {
	text := refusedBy + fault
	answer := toolError{Content: []textBlock{{"text", text}}, IsError: true}
	if r.negotiated() >= "2025-06-18" {
		answer.StructuredContent = map[string]any{"error": map[string]any{"code": "INVALID_ARGUMENT", "message": text}}
	}
	return resultAnswer(id, encode(answer))
}

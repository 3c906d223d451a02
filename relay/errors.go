package relay

import "encoding/json"

// The codes of JSON-RPC 2.0 section 5.1 that the relay answers with.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeMethodNotFound = -32601
	codeInvalidParams  = -32602
)

// codeOurs is the JSON-RPC code of every error of the connector's own. It lies
// outside the range that JSON-RPC and MCP reserve; data.code tells them apart.
const codeOurs = -31000

// The codes in data.code of our errors (DESIGN: errors to the client).
const (
	Unauthorized      = "connector.unauthorized"
	ForbiddenScope    = "connector.forbidden_scope"
	ForbiddenHost     = "connector.forbidden_host"
	NeedsConfirmation = "connector.needs_confirmation"
	Internal          = "connector.internal"
	Oversize          = "connector.oversize"
	Deadline          = "connector.deadline"
	Restarted         = "connector.restarted"
)

// The fixed first words by which a program tells ours from the upstream's.
const (
	refusedBy  = "refused by connector-browser: "
	withheldBy = "withheld by connector-browser: "
)

type rpcError struct {
	Code    int        `json:"code"`
	Message string     `json:"message"`
	Data    *errorData `json:"data,omitempty"`
}

type errorData struct {
	Code string `json:"code"`
	Hint string `json:"hint,omitempty"`
}

// protocolError is an answer with one of JSON-RPC's own codes.
func protocolError(id json.RawMessage, code int, message string) *Message {
	return errorAnswer(id, rpcError{Code: code, Message: message})
}

// ourError is an answer with one of the connector's codes: what happened, and
// in the hint what to do about it.
func ourError(id json.RawMessage, code, message, hint string) *Message {
	return errorAnswer(id, rpcError{codeOurs, message, &errorData{code, hint}})
}

func errorAnswer(id json.RawMessage, e rpcError) *Message {
	if id == nil {
		id = json.RawMessage("null")
	}
	return &Message{ID: id, Error: encode(e)}
}

// resultAnswer is an answer that carries result as it stands.
func resultAnswer(id json.RawMessage, result json.RawMessage) *Message {
	return &Message{ID: id, Result: result}
}

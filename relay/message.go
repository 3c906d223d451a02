package relay

import (
	"bytes"
	"encoding/json"
	"errors"

	"connector-browser/strictjson"
)

// Message is one JSON-RPC 2.0 message and the line that it came in. The line
// and the raw members are valid during the walk of the message; what outlives
// it is cloned.
type Message struct {
	Line   []byte // as it came, or nil when it has to be written anew
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  json.RawMessage
}

// The ways in which a line is no message.
var (
	errNotJSON   = errors.New("not JSON")
	errBatch     = errors.New("batches are not accepted: send one message a line")
	errEnvelope  = errors.New("not a JSON-RPC 2.0 message")
	errID        = errors.New("the id of a request is a string or an integer")
	errDuplicate = errors.New("a member name stands twice in one object")
)

// decodeClient reads a line of the client's: strictly, since the child decides
// on the same bytes with another decoder.
func decodeClient(line []byte) (*Message, error) {
	switch err := strictjson.Check(line); {
	case errors.Is(err, strictjson.ErrDuplicate):
		return nil, errDuplicate
	case err != nil:
		return nil, errNotJSON
	}
	if bytes.TrimLeft(line, " \t\r")[0] == '[' {
		return nil, errBatch
	}
	return decode(line)
}

// decodeChild reads a line of the child's, which is large at times and written
// by a serializer: only its envelope is looked at.
func decodeChild(line []byte) (*Message, error) { return decode(line) }

func decode(line []byte) (*Message, error) {
	members, err := strictjson.Outline(line)
	if err != nil {
		return nil, errEnvelope
	}
	m := &Message{Line: line}
	version := false
	for _, member := range members {
		switch value := member.Value; member.Name {
		case "jsonrpc":
			version = string(value) == `"2.0"`
		case "id":
			m.ID = value
		case "method":
			if m.Method, err = strictjson.Unquote(value); err != nil || m.Method == "" {
				return nil, errEnvelope
			}
		case "params":
			m.Params = value
		case "result":
			m.Result = value
		case "error":
			m.Error = value
		}
	}
	answer := m.Result != nil || m.Error != nil
	if !version || answer == (m.Method != "") || m.Result != nil && m.Error != nil {
		return nil, errEnvelope
	}
	if m.ID == nil && answer || m.ID != nil && !validID(m.ID, m.Error != nil) {
		return nil, errID
	}
	return m, nil
}

// validID says whether id is one of a request: a string or an integer. An
// error about a request that nobody could read carries null.
func validID(id []byte, orNull bool) bool {
	if id[0] == '"' {
		return true
	}
	if orNull && string(id) == "null" {
		return true
	}
	return !bytes.ContainsAny(id, ".eE{[tfn")
}

// idKey makes ids comparable: 1 and "1" differ, "a" and "\u0061" do not.
func idKey(id json.RawMessage) string {
	if len(id) > 0 && id[0] == '"' {
		if text, err := strictjson.Unquote(id); err == nil {
			return `"` + text
		}
	}
	return string(id)
}

// IsRequest reports whether the message wants an answer.
func (m *Message) IsRequest() bool { return m.Method != "" && m.ID != nil }

// IsAnswer reports whether the message is one.
func (m *Message) IsAnswer() bool { return m.Method == "" }

// Changed says that the line no longer tells what the message is.
func (m *Message) Changed() { m.Line = nil }

// Bytes gives the line to put on the wire.
func (m *Message) Bytes() []byte {
	if m.Line != nil {
		return m.Line
	}
	var b bytes.Buffer
	b.Grow(len(m.Params) + len(m.Result) + len(m.Error) + 128)
	b.WriteString(`{`)
	if m.Result != nil {
		b.WriteString(`"result":`)
		b.Write(m.Result)
		b.WriteString(`,`)
	}
	if m.Error != nil {
		b.WriteString(`"error":`)
		b.Write(m.Error)
		b.WriteString(`,`)
	}
	if m.Method != "" {
		b.WriteString(`"method":`)
		b.Write(quote(m.Method))
		b.WriteString(`,`)
	}
	if m.Params != nil {
		b.WriteString(`"params":`)
		b.Write(m.Params)
		b.WriteString(`,`)
	}
	b.WriteString(`"jsonrpc":"2.0"`)
	if m.ID != nil {
		b.WriteString(`,"id":`)
		b.Write(m.ID)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// clone gives a message whose bytes are its own.
func (m *Message) clone() *Message {
	c := *m
	for _, raw := range []*json.RawMessage{&c.ID, &c.Params, &c.Result, &c.Error} {
		*raw = bytes.Clone(*raw)
	}
	c.Line = bytes.Clone(m.Line)
	return &c
}

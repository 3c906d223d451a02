package relay

import (
	"bytes"
	"encoding/json"
)

// encode writes v as JSON the way JavaScript does: no escapes for <, > and &.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("relay: a value of our own that is no JSON: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func quote(s string) []byte { return encode(s) }

// textBlock is one content block of a tool's answer.
type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// toolError is a tool's answer that says what went wrong.
type toolError struct {
	Content           []textBlock    `json:"content"`
	StructuredContent map[string]any `json:"structuredContent,omitempty"`
	IsError           bool           `json:"isError"`
}

package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Message is one line from the server. Its members are taken by their exact
// names, since encoding/json alone would take them in any case.
type Message struct {
	ID     string // as it was spelled: "1" is a number, "\"1\"" a string, "" none
	Method string
	Result json.RawMessage
	Err    *Error
	Raw    []byte // the line without its end
}

// Error is a JSON-RPC error.
type Error struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Code string `json:"code"` // the connector's own, such as "connector.deadline"
		Hint string `json:"hint"`
	} `json:"data"`
}

func (e *Error) Error() string {
	if e.Data.Code != "" {
		return e.Data.Code + ": " + e.Message
	}
	return fmt.Sprintf("error %d: %s", e.Code, e.Message)
}

// parse reads one line. A line that is no JSON object keeps its bytes alone.
func parse(line []byte) Message {
	m := Message{Raw: line}
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil {
		return m
	}
	m.ID = string(members["id"])
	m.Result = members["result"]
	json.Unmarshal(members["method"], &m.Method)
	if raw, ok := members["error"]; ok {
		m.Err = &Error{}
		if json.Unmarshal(raw, m.Err) != nil {
			m.Err.Message = string(raw)
		}
	}
	return m
}

// Result is what a tool answered.
type Result struct {
	IsError bool `json:"isError"`
	Content []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		MimeType string `json:"mimeType"`
		Data     []byte `json:"data"` // base64 in JSON, bytes here
	} `json:"content"`
	Structured struct {
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	} `json:"structuredContent"`
}

// Text is every text block of the answer, one after the other.
func (r Result) Text() string {
	var texts []string
	for _, c := range r.Content {
		if c.Type == "text" {
			texts = append(texts, c.Text)
		}
	}
	return strings.Join(texts, "\n")
}

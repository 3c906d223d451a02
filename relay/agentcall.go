package relay

import (
	"context"
	"encoding/json"
	"strings"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// got is what the upstream answered to a call of the agent stage.
type got struct {
	result   json.RawMessage // nil where the call failed as a message
	failure  json.RawMessage
	text     string // its text blocks
	sections []surface.Section
	isError  bool
}

// tooLong reports whether the answer was withheld for its length.
func (g got) tooLong() bool {
	var e rpcError
	return g.failure != nil && json.Unmarshal(g.failure, &e) == nil && e.Data != nil && e.Data.Code == Oversize
}

// call makes a call of a tool under an id of the relay's own.
func (s *agent) call(ctx context.Context, child *session, params json.RawMessage) (got, error) {
	answer, err := s.answered(ctx, child, params)
	if err != nil {
		return got{}, err
	}
	g := s.read(answer)
	if s.blocked = ""; surface.Body(g.sections, "Modal state") != "" {
		s.blocked = snapshot.Parse(g.text).Dialog
	}
	return g, nil
}

// read takes an answer apart, and remembers what the upstream tells once, in
// whatever answer comes next.
func (s *agent) read(answer *Message) got {
	text := textOf(answer.Result)
	s.relay.observe.sees(answer.Result)
	s.refs.Note(text)
	sections := surface.Sections(text)
	s.noteDownloads(surface.Events(sections))
	return got{answer.Result, answer.Error, text, sections, isError(answer)}
}

// textOf is the text of a tool's result.
func textOf(encoded json.RawMessage) string {
	var result struct {
		Content []textBlock `json:"content"`
	}
	json.Unmarshal(encoded, &result)
	var texts []string
	for _, block := range result.Content {
		if block.Type == "text" {
			texts = append(texts, block.Text)
		}
	}
	return strings.Join(texts, "\n")
}

func tool(name string, arguments any) json.RawMessage {
	return encode(map[string]any{"name": name, "arguments": arguments})
}

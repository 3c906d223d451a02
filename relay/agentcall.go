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

// call makes a call of a tool under an id of the relay's own.
func (s *agent) call(ctx context.Context, child *session, params json.RawMessage) (got, error) {
	answer, err := child.call(ctx, "tools/call", params)
	if err != nil {
		return got{}, err
	}
	var result struct {
		Content []textBlock `json:"content"`
		IsError bool        `json:"isError"`
	}
	json.Unmarshal(answer.Result, &result)
	var texts []string
	for _, block := range result.Content {
		if block.Type == "text" {
			texts = append(texts, block.Text)
		}
	}
	text := strings.Join(texts, "\n")
	s.relay.observe.sees(answer.Result)
	s.refs.Note(text)
	sections := surface.Sections(text)
	s.noteDownloads(surface.Events(sections))
	if s.blocked = ""; strings.Contains(surface.Body(sections, "Modal state"), " dialog with message ") {
		s.blocked = snapshot.Parse(text).Dialog
	}
	return got{answer.Result, answer.Error, text, sections, result.IsError}, nil
}

func tool(name string, arguments any) json.RawMessage {
	return encode(map[string]any{"name": name, "arguments": arguments})
}

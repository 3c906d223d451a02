package relay

import (
	"context"
	"encoding/json"
	"fmt"
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
	return got{answer.Result, answer.Error, text, surface.Sections(text), result.IsError}, nil
}

func tool(name string, arguments any) json.RawMessage {
	return encode(map[string]any{"name": name, "arguments": arguments})
}

// snapshot answers browser_snapshot with the page in few words. A part of the
// page and a snapshot that goes into a file are no look at the page: neither
// moves what the next delta is measured from.
func (s *agent) snapshot(ctx context.Context, child *session, x *Exchange) (*Message, error) {
	var asked struct {
		Elements         *float64
		Target, Filename string
	}
	json.Unmarshal(x.arguments, &asked)
	options := snapshot.Options{}
	if asked.Elements != nil {
		options.Elements = int(*asked.Elements)
	}
	got, err := s.call(ctx, child, tool(x.Tool, json.RawMessage(without(object(x.arguments), "elements"))))
	switch page := snapshot.Parse(got.text); {
	case err != nil:
		return nil, err
	case got.result == nil:
		return &Message{ID: x.ID, Error: got.failure}, nil
	case page.Dialog != "":
		return s.answer(x, told{texts: []string{s.looked(page, got, snapshot.Options{})}}), nil
	case got.isError:
		return s.answer(x, s.failed(ctx, child, x, got)), nil
	case asked.Filename != "":
		return s.answer(x, told{texts: []string{said(got)}}), nil
	case asked.Target != "":
		text, _ := snapshot.Render(page, options)
		return s.answer(x, told{texts: []string{text}}), nil
	default:
		return s.answer(x, told{texts: []string{s.whole(page, got, options)}}), nil
	}
}

// observe says what a call changed (CD-100): it waits until the page is at rest,
// takes one look, and tells the difference to the last one.
func (s *agent) observe(ctx context.Context, child *session, x *Exchange, did got) (string, error) {
	if page := snapshot.Parse(did.text); page.Dialog != "" {
		return s.looked(page, did, snapshot.Options{}), nil
	}
	if err := s.rest(ctx, child, fence(x)); err != nil {
		return "", err
	}
	now, err := s.call(ctx, child, tool("browser_snapshot", struct{}{}))
	if err != nil {
		return "", err
	}
	page := snapshot.Parse(now.text)
	if page.Dialog == "" && (now.result == nil || now.isError) {
		return "the page could not be looked at; call browser_snapshot", nil
	}
	return s.looked(page, now, snapshot.Options{}), nil
}

// looked remembers a look at the page and says what is new in it, the errors of
// its console last (CD-104). A dialog hides the page, and with it the console:
// the next delta is measured from the look before it.
func (s *agent) looked(page *snapshot.Page, now got, options snapshot.Options) string {
	text := snapshot.Diff(s.seen, page, options)
	return text + s.remember(page, now)
}

// remember makes this look the last one, and gives the line of its errors.
func (s *agent) remember(page *snapshot.Page, now got) string {
	if page.Dialog != "" {
		return ""
	}
	errors := surface.ConsoleErrors(now.sections)
	since := errors - s.errors
	if since < 0 || document(s.seen) != document(page) { // the console of a new document starts anew
		since = errors
	}
	s.errors, s.raw, s.seen = errors, now.text, page
	return fmt.Sprintf("\nerrors: %d", since)
}

// whole remembers a look at the page and shows all of it.
func (s *agent) whole(page *snapshot.Page, now got, options snapshot.Options) string {
	text, _ := snapshot.Render(page, options)
	return text + s.remember(page, now)
}

// document is what the refs of a page have in common.
func document(p *snapshot.Page) (prefix string) {
	if p == nil {
		return "none"
	}
	p.Walk(func(n *snapshot.Node) bool {
		if prefix == "" && n.Ref != "" {
			prefix = surface.Document(n.Ref) + "e"
		}
		return prefix == ""
	})
	return prefix
}

// object is the arguments of a call, of which there may be none.
func object(arguments json.RawMessage) json.RawMessage {
	if len(arguments) == 0 {
		return json.RawMessage(`{}`)
	}
	return arguments
}

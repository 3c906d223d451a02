package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"connector-browser/strictjson"
)

// approve has a person say yes to a call where the policy wants that: by a
// question through the client (MCP elicitation), or, where the client offers
// none, by an argument of its own in the call.
//
// The question says what the page says. What the caller calls the element is
// not repeated: a model that was talked into something describes it kindly.
type approve struct {
	relay *Relay
	noAnswer
}

// confirmArgument is the argument by which a client without elicitation says
// that the person was asked.
const confirmArgument = "confirm"

const confirmHint = "ask the person, and only when they agree "

func (s *approve) Request(x *Exchange) verdict {
	if x.Method != "tools/call" {
		return pass
	}
	wanted, line := s.relay.config.Policy.Tools.Confirm(x.Tool)
	if !wanted {
		return pass
	}
	x.Line = line
	if s.relay.elicits.Load() {
		x.wait = func(ctx context.Context) verdict { return s.ask(ctx, x) }
		return later
	}
	arguments, err := strictjson.Outline(x.arguments)
	if err == nil {
		for i, argument := range arguments {
			if argument.Name == confirmArgument && string(argument.Value) == "true" {
				x.setArguments(join(append(arguments[:i:i], arguments[i+1:]...)))
				return pass
			}
		}
	}
	return s.unconfirmed(x, confirmHint+"call again with confirm: true in the arguments")
}

func (s *approve) unconfirmed(x *Exchange, hint string) verdict {
	return x.refuse(NeedsConfirmation, x.Tool+" needs the person's yes"+inLine(x.Line), hint)
}

// ask puts the question to the person and waits for the answer.
func (s *approve) ask(ctx context.Context, x *Exchange) verdict {
	question := fmt.Sprintf("Allow %s%s?", x.Tool, s.where(ctx, x))
	answer, err := s.relay.ask(ctx, x, "elicitation/create", encode(map[string]any{
		"message": question,
		"requestedSchema": map[string]any{
			"type":     "object",
			"required": []string{confirmArgument},
			"properties": map[string]any{confirmArgument: map[string]any{
				"type": "boolean", "title": "Allow", "description": "Let the browser do this once",
			}},
		},
	}))
	if err != nil {
		return s.unconfirmed(x, "nobody could be asked: "+err.Error())
	}
	var said struct {
		Action  string         `json:"action"`
		Content map[string]any `json:"content"`
	}
	if json.Unmarshal(answer.Result, &said) != nil || said.Action != "accept" || said.Content[confirmArgument] != true {
		return s.unconfirmed(x, "the person did not agree; do something else, or ask them what they want")
	}
	return pass
}

// where says on which page and on which element of it, in the page's own
// words.
func (s *approve) where(ctx context.Context, x *Exchange) string {
	page := s.relay.look(ctx)
	var words strings.Builder
	var arguments struct{ Target, URL string }
	if json.Unmarshal(x.arguments, &arguments) == nil {
		if element := page.element(arguments.Target); element != "" {
			fmt.Fprintf(&words, " on %s", element)
		} else if arguments.Target != "" {
			fmt.Fprintf(&words, " on the element %s", clip(arguments.Target))
		}
		if arguments.URL != "" {
			fmt.Fprintf(&words, " to %s", clip(arguments.URL))
		}
	}
	if page.url != "" {
		fmt.Fprintf(&words, ", at %s", clip(page.url))
	}
	return words.String()
}

// clip bounds what a page or a caller adds to a question.
func clip(text string) string {
	if r := []rune(text); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return text
}

// confirmable gives a tool's declaration with the argument that confirms.
func confirmable(declaration json.RawMessage) json.RawMessage {
	const property = `{"type":"boolean","description":"Set to true only after the person agreed to this very call"}`
	members, err := strictjson.Outline(declaration)
	if err != nil {
		return declaration
	}
	for i, m := range members {
		if m.Name != "inputSchema" {
			continue
		}
		schema, err := strictjson.Outline(m.Value)
		if err != nil {
			return declaration
		}
		for j, part := range schema {
			if part.Name == "properties" {
				schema[j].Value = with(part.Value, confirmArgument, property)
			}
		}
		members[i].Value = join(schema)
	}
	return join(members)
}

package relay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

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

	mu      sync.Mutex
	pending map[string][32]byte // questions to modern clients, by their state
}

// confirmArgument is the argument by which a client without elicitation says
// that the person was asked.
const confirmArgument = "confirm"

const confirmHint = "ask the person, and only when they agree "

func (s *approve) Request(x *Exchange) verdict {
	if x.Method != "tools/call" {
		return pass
	}
	if v := x.each(s.step); v != pass {
		return v
	}
	wanted, line := s.relay.confirms(x)
	if !wanted {
		if x.Tool == dragTool { // whose schema has the argument for drags that are clicks
			agrees(x)
		}
		return pass
	}
	x.Line = line
	switch {
	case x.modern && x.elicits:
		if said, again := s.answeredBefore(x); again {
			if !agreed(said) {
				return s.unconfirmed(x, declined)
			}
			withoutAnswers(x)
			return pass
		}
		x.wait = func(ctx context.Context) verdict {
			question := s.question(ctx, x)
			x.settle = func() verdict { return s.askModern(x, question) }
			return answered
		}
		return later
	case !x.modern && s.relay.elicits.Load():
		x.wait = func(ctx context.Context) verdict { return s.ask(ctx, x) }
		return later
	}
	if agrees(x) {
		return pass
	}
	return s.unconfirmed(x, confirmHint+"call again with confirm: true in the arguments")
}

// agrees takes the argument that confirms out of a call, and reports whether it did.
func agrees(x *Exchange) bool {
	arguments, err := strictjson.Outline(x.arguments)
	if err != nil {
		return false
	}
	for i, argument := range arguments {
		if argument.Name == confirmArgument {
			x.setArguments(join(append(arguments[:i:i], arguments[i+1:]...)))
			return string(argument.Value) == "true"
		}
	}
	return false
}

// step refuses a step that needs the person's yes: a question about a call that
// is made later, on a page that is not there yet, could not say what it is about.
func (s *approve) step(x *Exchange) verdict {
	wanted, line := s.relay.confirms(x)
	if !wanted {
		return pass
	}
	x.Line = line
	return s.unconfirmed(x, "call it by itself, outside of the batch")
}

func (s *approve) unconfirmed(x *Exchange, hint string) verdict {
	return x.refuse(NeedsConfirmation, x.Tool+" needs the person's yes"+inLine(x.Line), hint)
}

// ask puts the question to the person and waits for the answer.
func (s *approve) ask(ctx context.Context, x *Exchange) verdict {
	answer, err := s.relay.ask(ctx, x, "elicitation/create", encode(s.question(ctx, x)))
	if errors.Is(err, errCancelled) {
		return dropped // the exchange is whose cancelled it
	}
	x.settle = func() verdict {
		if err != nil {
			return s.unconfirmed(x, "nobody could be asked: "+err.Error())
		}
		if !agreed(answer.Result) {
			return s.unconfirmed(x, declined)
		}
		return pass
	}
	return pass
}

const declined = "the person did not agree; do something else, or ask them what they want"

// question is what the person is asked, as the params of elicitation/create.
func (s *approve) question(ctx context.Context, x *Exchange) map[string]any {
	return map[string]any{
		"message": fmt.Sprintf("Allow %s%s?", x.Tool, s.where(ctx, x)),
		"requestedSchema": map[string]any{
			"type":     "object",
			"required": []string{confirmArgument},
			"properties": map[string]any{confirmArgument: map[string]any{
				"type": "boolean", "title": "Allow", "description": "Let the browser do this once",
			}},
		},
	}
}

// agreed reports whether the answer to the question is a yes, and nothing less.
func agreed(answer json.RawMessage) bool {
	var said struct {
		Action  string         `json:"action"`
		Content map[string]any `json:"content"`
	}
	return json.Unmarshal(answer, &said) == nil && said.Action == "accept" && said.Content[confirmArgument] == true
}

// where says on which page and on which element of it, in the page's own
// words.
func (s *approve) where(ctx context.Context, x *Exchange) string {
	page := s.relay.look(ctx)
	var words strings.Builder
	var arguments struct{ Target, StartTarget, URL string }
	if json.Unmarshal(x.arguments, &arguments) == nil {
		target := cmp.Or(arguments.Target, arguments.StartTarget)
		if element := page.element(target); element != "" {
			fmt.Fprintf(&words, " on %s", element)
		} else if target != "" {
			fmt.Fprintf(&words, " on the element %s", clip(target))
		}
		if arguments.URL != "" {
			fmt.Fprintf(&words, " to %s", clip(arguments.URL))
		}
	}
	if tools := x.stepTools(); tools != nil {
		fmt.Fprintf(&words, " of %s", strings.Join(tools, ", "))
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
	return withArgument(declaration, confirmArgument, property)
}

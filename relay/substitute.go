package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"connector-browser/strictjson"
)

// substitute types named secrets: {{NAME}} in the text of browser_type and in
// the values of browser_fill_form becomes the secret's value inside the relay,
// and only in a page of a host that the secret names. A name that there is none
// of is typed as it stands. A call of another tool that names a secret is refused: a
// page would be handed the name where the caller believes that it gets the value.
//
// The call then reaches the upstream as a script of ours (typing.js) that finds
// the element, holds its document against the origins that were decided on and
// writes into that very element, so that a page cannot change places between
// the question and the typing. See the script for what a page could forge and
// why it is not asked.
//
// The stage stands below approve: no value waits in a message while a person
// thinks, and the page is asked for where it is after the person's yes.
type substitute struct {
	relay *Relay
}

// field is one element that gets a text.
type field struct {
	Target  string   `json:"target"`
	Type    string   `json:"type"`
	Value   string   `json:"value"`
	Origins []string `json:"origins,omitempty"` // where a secret may go; without one, anywhere

	secrets []*NamedSecret
}

// typed is what a call types.
type typed struct {
	Fields []field `json:"fields"`
	Submit bool    `json:"submit"`
}

// types reports whether a tool types text.
func types(tool string) bool { return tool == "browser_type" || tool == "browser_fill_form" }

func (s *substitute) Request(x *Exchange) verdict {
	if len(s.relay.config.Secrets) == 0 {
		return pass
	}
	if x.steps != nil {
		return x.each(s.step)
	}
	if !types(x.Tool) {
		if n := s.relay.mentioned(x.arguments); n != nil {
			return s.invalid(x, n.Placeholder()+" is typed by browser_type and browser_fill_form alone, and means nothing to "+x.Tool)
		}
		return pass
	}
	t := readTyped(x.Tool, x.arguments)
	secret := false
	for i := range t.Fields {
		f := &t.Fields[i]
		found, err := s.relay.wanted(f.Value)
		switch {
		case err != nil:
			return s.invalid(x, err.Error())
		case len(found) == 0:
		case f.Type != "textbox":
			return s.invalid(x, "a secret can be typed into a textbox only, not into a "+f.Type)
		default:
			f.secrets, secret = found, true
		}
	}
	if !secret {
		return pass
	}
	for _, f := range t.Fields {
		if strings.HasPrefix(f.Target, "getBy") || strings.HasPrefix(f.Target, "locator(") {
			return s.invalid(x, "beside a secret every target is a ref of the snapshot or a CSS selector")
		}
	}
	x.wait = func(ctx context.Context) verdict {
		urls, refused := s.relay.frames(ctx)
		x.settle = func() verdict { return s.decide(x, t, urls, refused) }
		return pass
	}
	return later
}

// step leaves the deciding, as step.wait, to who makes the step: only then is the
// page there that it is about.
func (s *substitute) step(x *Exchange) verdict {
	if v := s.Request(x); v != later {
		return v
	}
	return pass
}

// readTyped takes what a call types out of its arguments, which fit the tool's
// schema.
func readTyped(tool string, arguments json.RawMessage) (t typed) {
	if tool == "browser_fill_form" {
		json.Unmarshal(arguments, &t)
		return t
	}
	var one struct {
		Target, Text string
		Submit       bool
	}
	json.Unmarshal(arguments, &one)
	return typed{Fields: []field{{Target: one.Target, Type: "textbox", Value: one.Text}}, Submit: one.Submit}
}

// decide holds the secrets' hosts against the pages of the moment, and writes
// the call anew where they fit.
func (s *substitute) decide(x *Exchange, t typed, urls []string, refused *Message) verdict {
	if refused != nil {
		x.Answer = s.relay.refusal(x, refused)
		return answered
	}
	if urls == nil {
		return x.refuse(Internal, "the page could not be asked where it is, so nothing was typed", "look at the page and try again")
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		for _, url := range urls {
			if origin := permitted(f.secrets, url); origin != "" && !slices.Contains(f.Origins, origin) {
				f.Origins = append(f.Origins, origin)
			}
		}
		if len(f.secrets) > 0 && len(f.Origins) == 0 {
			return s.elsewhere(x, f.secrets[0])
		}
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if len(f.secrets) == 0 {
			continue
		}
		var err error
		if f.Value, err = s.relay.reveal(f.Value); err != nil {
			return x.refuse(Internal, err.Error(), "the person keeps it with: connector-browser secret set")
		}
		x.secret = f.secrets[0]
	}
	x.script = script(t)
	x.setCall(runCode, encode(map[string]string{"code": x.script}))
	return pass
}

// elsewhere refuses to type a secret where it does not belong.
func (s *substitute) elsewhere(x *Exchange, n *NamedSecret) verdict {
	return x.refuse(ForbiddenHost, fmt.Sprintf("%s is typed into pages of %s only, and the element is in none", n.Placeholder(), n.where()),
		"open the right page, over https unless the secret names a port; the person decides where a secret may go, with: connector-browser secret set")
}

func (s *substitute) invalid(x *Exchange, fault string) verdict {
	x.Answer, x.Outcome = s.relay.invalidArgument(x.ID, x.place+fault), "invalid argument"
	return answered
}

// Answer makes the script's answer one of the tool that was called: the code
// that it shows names the secret.
func (s *substitute) Answer(x *Exchange) {
	if x.script == "" || x.Answer == nil || x.Answer.Result == nil {
		return
	}
	if isError(x.Answer) && strings.Contains(string(x.Answer.Result), notThere) {
		s.elsewhere(x, x.secret)
		return
	}
	ours := fmt.Sprintf("await (%s)(page);", x.script)
	editTexts(x.Answer, func(text string) string {
		return strings.Replace(text, ours, "// a secret was typed: "+x.secret.Placeholder(), 1)
	})
}

// setCall writes a tools/call anew as one of another tool. The exchange goes on
// to tell which one the client called.
func (x *Exchange) setCall(tool string, arguments json.RawMessage) {
	params, err := strictjson.Outline(x.Message.Params)
	if err != nil {
		panic("relay: params that newExchange accepted are no object")
	}
	for i, m := range params {
		if m.Name == "name" {
			params[i].Value = quote(tool)
		}
	}
	x.Message.Params = join(params)
	x.setArguments(arguments)
}

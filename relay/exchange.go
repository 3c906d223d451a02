package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"connector-browser/policy"
	"connector-browser/strictjson"
	"connector-browser/trace"
)

// Exchange is one message of the client and what comes back for it, or, with no
// Message, something that the child says of its own accord. The stages hand it
// from one to the next.
type Exchange struct {
	Message *Message // from the client; valid on the way to the child only
	Answer  *Message // to the client

	ID      json.RawMessage // of the client's request, kept for the answer
	Method  string
	Tool    string // of a tools/call
	Started time.Time
	Sent    int // bytes of the client's line

	Withheld []string // for the trace: the labels of what was withheld
	Page     string   // for the trace: the host of the page
	Outcome  string   // for the trace: what the stage that decided says
	Reason   string   // for the trace: why it was refused
	Line     string   // for the trace: the policy's line that decides

	timer     *time.Timer                       // of the call's deadline
	modern    bool                              // of a revision without sessions
	elicits   bool                              // its client puts questions to the person
	shape     json.RawMessage                   // of the arguments, for the trace
	aim       aim                               // of the call, for a trace of the agent surface's
	contacts  []Contact                         // while it ran, for the trace
	failed    bool                              // the tool said so itself
	cancelled chan struct{}                     // closed when the client cancels it
	saved     string                            // the file that a save of the login state goes through
	script    string                            // what types a secret in the place of the call
	secret    *NamedSecret                      // that the script types, the last of them
	arguments json.RawMessage                   // of a tools/call, valid as Message is
	selectors []string                          // the targets as the client wrote them, where they were put in other words
	wait      func(ctx context.Context) verdict // others may answer the exchange meanwhile: what it decides goes into made or settle
	settle    func() verdict                    // what wait leaves for when nobody else can
	enter     func()                            // takes the exchange's place in a line, in the order of the messages
	timed     bool                              // its clock runs while it waits
	made      *Message                          // the answer that wait made; it counts unless somebody answered before

	steps []*Exchange // of a batch: its calls, which the stages judge as they judge any
	place string      // of a step: where it stands in the batch
}

// verdict is what a stage says of a message on its way to the child.
type verdict int

const (
	pass     verdict = iota // on to the next stage
	answered                // x.Answer goes back through the stages that the message passed
	dropped                 // nothing goes anywhere
	later                   // x.wait decides, off the pump
	kept                    // of a wait: the child ended, and who follows it answers what it left open
)

// newExchange looks into a tools/call so that the stages need not.
func newExchange(m *Message, now time.Time) (*Exchange, *Message) {
	x := &Exchange{Message: m, ID: bytes.Clone(m.ID), Method: m.Method, Started: now, Sent: len(m.Line), cancelled: make(chan struct{})}
	if m.Params != nil && m.Params[0] != '{' { // which the upstream would not answer at all
		return x, protocolError(x.ID, codeInvalidParams, "params is not an object")
	}
	if m.Method != "tools/call" {
		return x, nil
	}
	params, err := strictjson.Outline(m.Params)
	if err != nil {
		return x, protocolError(x.ID, codeInvalidParams, "the params of tools/call are not an object")
	}
	for _, member := range params {
		switch member.Name {
		case "name":
			if x.Tool, err = strictjson.Unquote(member.Value); err != nil {
				return x, protocolError(x.ID, codeInvalidParams, "params.name of tools/call is not a string")
			}
		case "arguments":
			x.arguments = member.Value
		}
	}
	if x.Tool == "" {
		return x, protocolError(x.ID, codeInvalidParams, "tools/call needs params.name")
	}
	return x, nil
}

// keep makes what the exchange holds outlive the line that it came in.
func (x *Exchange) keep() {
	x.Message = x.Message.clone()
	x.arguments = bytes.Clone(x.arguments)
}

// describe keeps what may be told of the arguments before a stage puts others, a
// secret's value among them, in their place.
func (x *Exchange) describe() {
	if len(x.arguments) > 0 {
		x.shape = trace.Shape(x.arguments)
		json.Unmarshal(x.arguments, &x.aim)
	}
}

// setArguments writes the message anew with other arguments; every other member
// of the params stays as it came.
func (x *Exchange) setArguments(arguments json.RawMessage) {
	params, err := strictjson.Outline(x.Message.Params)
	if err != nil {
		panic("relay: params that newExchange accepted are no object")
	}
	var b bytes.Buffer
	b.WriteByte('{')
	found := false
	for _, member := range params {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(quote(member.Name))
		b.WriteByte(':')
		if member.Name == "arguments" {
			found = true
			member.Value = arguments
		}
		b.Write(member.Value)
	}
	if !found {
		b.WriteString(`,"arguments":`)
		b.Write(arguments)
	}
	b.WriteByte('}')
	x.arguments = arguments
	x.Message.Params = b.Bytes()
	x.Message.Changed()
}

// settled does what wait left, once, and gives what comes of it: v where it left
// nothing.
func (x *Exchange) settled(v verdict) verdict {
	settle := x.settle
	if x.settle = nil; settle != nil {
		return settle()
	}
	return v
}

// disarm stops the clock of a call that is no longer awaited.
func (x *Exchange) disarm() {
	if x != nil && x.timer != nil {
		x.timer.Stop()
	}
}

// refuse answers the exchange with an error of ours.
func (x *Exchange) refuse(code, message, hint string) verdict {
	x.Answer = ourError(x.ID, code, refusedBy+x.place+message, hint)
	x.Outcome, x.Reason = code, message
	return answered
}

// forbid answers the exchange with what the policy decided, and its line.
func (x *Exchange) forbid(code string, d policy.Decision, hint string) verdict {
	v := x.refuse(code, d.String(), hint)
	x.Reason, x.Line = d.Reason, d.Line
	return v
}

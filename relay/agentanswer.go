package relay

import (
	"context"
	"encoding/json"

	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
	"connector-browser/strictjson"
)

// told is what the client is told of a call.
type told struct {
	texts      []string
	structured map[string]any
	isError    bool
}

// said is what an answer of the upstream's says beside the page.
func said(g got) string {
	if text := surface.Said(g.sections); text != "" {
		return text
	}
	return "done"
}

// maxRecovery bounds the look that comes with a stale ref (CD-083).
const maxRecovery = 12 << 10

// coded gives a failed call its code, and keeps the upstream's words (CD-066).
func (r *Relay) coded(x *Exchange, text string) (out told, code string) {
	f := surface.Classify(x.Tool, text)
	text = r.inCallersNames(x, text)
	out = failure(f.Code, text, r.inListedNames(f.Hint))
	out.texts = append([]string{text}, out.texts[1:]...)
	if meant := meant(x, text); meant != "" { // the upstream names what became of it (CD-068)
		out.structured["error"].(map[string]any)["selector"] = meant
		out.texts[1] += "\ntarget: " + meant
	}
	return out, f.Code
}

// refusal is what the upstream says instead of doing what a call needs first.
func (r *Relay) refusal(x *Exchange, refused *Message) *Message {
	if refused.Result == nil {
		return &Message{ID: x.ID, Error: refused.Error}
	}
	if r.config.Agent {
		out, _ := r.coded(x, textOf(refused.Result))
		return r.tells(x, out)
	}
	m := &Message{ID: x.ID, Result: refused.Result}
	editTexts(m, func(text string) string { return r.inCallersNames(x, text) })
	return m
}

// failed is what is told of a failed call. With a stale ref comes the page as it is
// now, so that no second call is needed.
func (s *agent) failed(ctx context.Context, child *session, x *Exchange, g got) told {
	out, code := s.relay.coded(x, g.text)
	switch {
	case code == "NO_MATCH" && pageAction(x) != "":
		hint := s.pages(ctx, child)
		out.structured["error"].(map[string]any)["hint"] = hint
		out.texts[1] = "code: " + code + "\nhint: " + hint
		return out
	case code != "STALE_REF":
		return out
	}
	detail := map[string]any{"reason": s.stale(x.arguments)}
	out.structured["error"].(map[string]any)["detail"] = detail
	if now, err := s.look(ctx, child, quiet); err == nil && now != nil {
		out.texts = append(out.texts, surface.Clip(s.whole(now), maxRecovery))
	}
	return out
}

// pages says which pages there are. Where none is known the upstream is not asked: it
// would open one.
func (s *agent) pages(ctx context.Context, child *session) string {
	if s.seen != nil {
		if list, err := s.call(ctx, child, listPages); err == nil && !list.isError {
			return surface.Pages(surface.Body(list.sections, "Result"))
		}
	}
	return s.relay.inListedNames("see which there are with browser_tabs")
}

// stale says why a ref is one no longer (CD-082).
func (s *agent) stale(arguments json.RawMessage) string {
	var given struct{ Target string }
	json.Unmarshal(arguments, &given)
	if s.seen == nil {
		return "no-snapshot"
	}
	same := false
	s.seen.Walk(func(n *snapshot.Node) bool {
		same = same || n.Ref != "" && surface.Document(n.Ref) == surface.Document(given.Target)
		return !same
	})
	if same {
		return "detached"
	}
	return "document-changed"
}

// failure is a failed call in the form of the agent surface.
func failure(code, message, hint string) told {
	fields := map[string]any{"code": code, "message": surface.Clip(message, 1000)}
	text := "code: " + code
	if hint != "" {
		fields["hint"] = hint
		text += "\nhint: " + hint
	}
	return told{
		texts:      []string{"error: " + message, text},
		structured: map[string]any{"error": fields},
		isError:    true,
	}
}

// maxMirror bounds a result that is told a second time, for programs (CD-106).
const maxMirror = 1024

// plainly is what is told of a call that went well.
func plainly(g got) told {
	out := told{texts: []string{said(g)}}
	if value := surface.Body(g.sections, "Result"); len(value) <= maxMirror && json.Valid([]byte(value)) {
		out.structured = map[string]any{"result": json.RawMessage(value)}
	}
	return out
}

func (s *agent) answer(x *Exchange, out told) *Message { return s.relay.tells(x, out) }

// tells writes the result. How long it may be is decided where it leaves.
func (r *Relay) tells(x *Exchange, out told) *Message {
	made := result{Content: []textBlock{}, IsError: out.isError}
	for _, text := range out.texts {
		made.Content = append(made.Content, textBlock{"text", text})
	}
	if len(out.structured) > 0 && r.negotiated() >= "2025-06-18" {
		made.StructuredContent = map[string]json.RawMessage{}
		for name, value := range out.structured {
			made.StructuredContent[name] = encode(value)
		}
	}
	return resultAnswer(x.ID, encode(made))
}

// elementsArgument is what browser_snapshot is asked for on the agent surface.
const elementsArgument = `{"type":"integer","minimum":1,"maximum":1000,"default":40,"description":"Most elements to show"}`

// agentDeclarations changes what the tools say of themselves.
func (r *Relay) agentDeclarations() {
	for name, declaration := range r.declared {
		r.declared[name] = surface.Slim(declaration)
	}
	if snapshot := r.declared["browser_snapshot"]; snapshot != nil {
		r.declared["browser_snapshot"] = withArgument(snapshot, "elements", elementsArgument)
	}
	if wait := r.declared["browser_wait_for"]; wait != nil {
		r.declared["browser_wait_for"] = withArgument(wait, "download", downloadArgument)
	}
	for _, own := range surface.Own {
		r.declared[own.Name] = own.Declaration()
		r.tools = append(r.tools, Tool{own.Name, r.declared[own.Name]})
	}
}

// withArgument gives a tool's declaration with one argument more.
func withArgument(declaration json.RawMessage, name, property string) json.RawMessage {
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
				schema[j].Value = with(part.Value, name, property)
			}
		}
		members[i].Value = join(schema)
	}
	return join(members)
}

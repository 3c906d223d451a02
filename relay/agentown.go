package relay

import (
	"context"
	"time"

	"connector-browser/policy"
	"connector-browser/relay/snapshot"
	"connector-browser/relay/surface"
)

// Own are the tools that the relay adds on the agent surface, as a policy knows
// them.
func Own() (list []policy.Own) {
	for _, t := range surface.Own {
		list = append(list, policy.Own{Name: t.Name, Like: t.Like, Touches: t.Touches})
	}
	return list
}

// OwnNames are the names of these tools.
func OwnNames() (names []string) {
	for _, t := range surface.Own {
		names = append(names, t.Name)
	}
	return names
}

// own makes a call of one of the surface's own tools.
func (s *agent) own(ctx context.Context, child *session, x *Exchange, t *surface.Tool) (out told, err error) {
	switch {
	case t.Name == traceTool:
		return s.trace(ctx, child, x)
	case t.Plan == nil:
		return s.status(), nil
	}
	given := surface.Given{Arguments: x.arguments}
	var got *surface.Outcome
	for began := time.Now(); ; given.Waited = time.Since(began) {
		given.Limit, given.Cursor = left(ctx), s.cursor
		if got, out, err = s.planned(ctx, child, x, t, given); got == nil {
			return out, err
		}
		s.cursor = max(s.cursor, got.Cursor)
		if got.Failure != nil || t.Sift == nil || !t.Sift(got, &given, s.shown) {
			break
		}
	}
	got.Widen(s.relay.config.Withhold.Across)
	if t.Judge != nil {
		t.Judge(got)
	}
	if f := got.Failure; f != nil {
		out = failure(f.Code, asGiven(x, f.Message), s.relay.inListedNames(f.Hint))
		if f.Detail != nil {
			out.structured["error"].(map[string]any)["detail"] = f.Detail
		}
		return out, nil
	}
	return told{texts: got.Texts(), structured: got.Mirrored()}, nil
}

// planned makes the call of a tool's plan. Where that gives no outcome of a script, out
// is the answer.
func (s *agent) planned(ctx context.Context, child *session, x *Exchange, t *surface.Tool, given surface.Given) (outcome *surface.Outcome, out told, err error) {
	call, err := t.Plan(given)
	if err != nil { // validate has judged it
		return nil, out, err
	}
	if s.did, err = s.call(ctx, child, tool(call.Tool, call.Arguments)); err != nil {
		return nil, out, err
	}
	open := snapshot.Parse(s.did.text).Dialog
	switch {
	case open != "" && call.Tool == surface.RunCode && t.Name == dialogTool:
		return nil, told{texts: []string{"dialog open: " + open}}, nil
	case s.did.isError:
		return nil, s.failed(ctx, child, x, s.did), nil
	case call.Tool != surface.RunCode:
		return nil, told{texts: []string{said(s.did)}}, nil
	}
	got, ok := surface.ReadOutcome(s.did.sections)
	if open != "" { // the upstream answers at once, and the script ends by itself
		return nil, failure("STATE_INVALID", "a dialog opened meanwhile: "+clip(open), "answer it first"), nil
	}
	if !ok {
		return nil, failure("DRIVER_ERROR", "the upstream gave no result", "look at the page before you repeat it"), nil
	}
	return &got, out, nil
}

// shown is a text as the client may see it. What is looked for by its words is looked for
// there: whether it is found tells nothing of what is withheld.
func (s *agent) shown(text string) string {
	if s.relay.config.Withhold == nil {
		return text
	}
	safe, _ := s.relay.config.Withhold.Text([]byte(text))
	return string(safe)
}

const (
	dialogTool = "browser_dialog" // the open dialog answers in the place of its script
	statusTool = "browser_status"
)

// status says where the session is, as it was last seen.
func (s *agent) status() told {
	text, result := "no page is open, or none was looked at yet", map[string]any{"open": s.seen != nil}
	if s.seen != nil {
		result["url"], result["title"] = clip(s.seen.URL), clip(s.seen.Title)
		text = "open: " + clip(s.seen.Title) + " — " + clip(s.seen.URL)
	}
	if s.hangs {
		result["hangs"] = true
		text += "\na page did not answer when it was last asked"
	}
	return told{texts: []string{text}, structured: map[string]any{"result": result}}
}

// left is how long a call may wait and still have the time to say so.
func left(ctx context.Context) time.Duration {
	end, bounded := ctx.Deadline()
	if !bounded {
		return time.Hour
	}
	return max(0, time.Until(end)*9/10)
}

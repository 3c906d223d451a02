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
	if t.Plan == nil {
		return s.status(), nil
	}
	call, err := t.Plan(surface.Given{Arguments: x.arguments, Limit: left(ctx), Cursor: s.cursor})
	if err != nil { // validate has judged it
		return out, err
	}
	if s.did, err = s.call(ctx, child, tool(call.Tool, call.Arguments)); err != nil {
		return out, err
	}
	open := snapshot.Parse(s.did.text).Dialog
	switch {
	case open != "" && call.Tool == surface.RunCode && t.Name == dialogTool:
		return told{texts: []string{"dialog open: " + open}}, nil
	case s.did.isError:
		return s.failed(ctx, child, x, s.did), nil
	case call.Tool != surface.RunCode:
		return told{texts: []string{said(s.did)}}, nil
	}
	got, ok := surface.ReadOutcome(s.did.sections)
	if open != "" { // the upstream answers at once, and the script ends by itself
		return failure("STATE_INVALID", "a dialog opened meanwhile: "+clip(open), "answer it first"), nil
	}
	if !ok {
		return failure("DRIVER_ERROR", "the upstream gave no result", "look at the page before you repeat it"), nil
	}
	s.cursor = max(s.cursor, got.Cursor)
	if t.Judge != nil {
		t.Judge(&got)
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

// dialogTool looks at the dialog that is open, which answers in the place of a
// script.
const dialogTool = "browser_dialog"

// status says where the session is, as it was last seen.
func (s *agent) status() told {
	if s.seen == nil {
		return told{texts: []string{"no page is open, or none was looked at yet"}, structured: map[string]any{"result": map[string]any{"open": false}}}
	}
	return told{
		texts:      []string{"open: " + clip(s.seen.Title) + " — " + clip(s.seen.URL)},
		structured: map[string]any{"result": map[string]any{"open": true, "url": clip(s.seen.URL), "title": clip(s.seen.Title)}},
	}
}

// left is how long a call may wait and still have the time to say so.
func left(ctx context.Context) time.Duration {
	end, bounded := ctx.Deadline()
	if !bounded {
		return time.Hour
	}
	return max(0, time.Until(end)*9/10)
}

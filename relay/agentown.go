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

// own makes a call of one of the surface's own tools.
func (s *agent) own(ctx context.Context, child *session, x *Exchange, t *surface.Tool) (out told, err error) {
	call, err := t.Plan(surface.Given{Arguments: x.arguments, Limit: left(ctx), Cursor: s.cursor})
	if err != nil { // validate has judged it
		return out, err
	}
	if s.did, err = s.call(ctx, child, tool(call.Tool, call.Arguments)); err != nil {
		return out, err
	}
	switch {
	case s.did.isError:
		return s.failed(ctx, child, x, s.did), nil
	case call.Tool != surface.RunCode:
		return told{texts: []string{said(s.did)}}, nil
	}
	got, ok := surface.ReadOutcome(s.did.sections)
	if page := snapshot.Parse(s.did.text); page.Dialog != "" { // the upstream answers at once; behind it the script ends too
		return failure("STATE_INVALID", "a dialog opened meanwhile: "+clip(page.Dialog), "answer it first"), nil
	}
	if !ok {
		return failure("DRIVER_ERROR", "the upstream gave no result", "look at the page before you repeat it"), nil
	}
	s.cursor = max(s.cursor, got.Cursor)
	if t.Judge != nil {
		t.Judge(&got)
	}
	if f := got.Failure; f != nil {
		out = failure(f.Code, f.Message, f.Hint)
		if f.Detail != nil {
			out.structured["error"].(map[string]any)["detail"] = f.Detail
		}
		return out, nil
	}
	return told{texts: []string{got.String()}, structured: got.Mirrored()}, nil
}

// left is how long a call may wait and still have the time to say so.
func left(ctx context.Context) time.Duration {
	end, bounded := ctx.Deadline()
	if !bounded {
		return time.Hour
	}
	return max(0, time.Until(end)*9/10)
}

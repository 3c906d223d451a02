package relay

import "context"

// make makes the call of a tool, in the way that serves the page.
func (s *agent) make(ctx context.Context, child *session, x *Exchange) (got, error) {
	if x.Tool == "browser_find" {
		return s.find(ctx, child, x)
	}
	return s.call(ctx, child, x.Message.Params)
}

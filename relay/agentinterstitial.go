package relay

import (
	"context"
	"time"

	"connector-browser/relay/surface"
)

// The bounds of waiting in front of a site that checks its visitors (SN-050).
const (
	interstitialLimit = 20 * time.Second
	interstitialPause = 500 * time.Millisecond
)

// passInterstitial waits while a page only says that it will be with us in a
// moment. Nothing is solved or clicked; what does not clear is told.
func (s *agent) passInterstitial(ctx context.Context, child *session, now *sight) (*sight, error) {
	for end := time.Now().Add(interstitialLimit); now != nil && surface.Interstitial(now.page.Title, now.raw); {
		if time.Now().After(end) {
			now.note = "the site still checks its visitors after 20 seconds: wait, or tell the person"
			return now, nil
		}
		select {
		case <-time.After(interstitialPause):
		case <-ctx.Done():
			return now, nil
		}
		next, err := s.look(ctx, child, quiet)
		if err != nil {
			return nil, err
		}
		if next != nil { // else the page was just going
			now = next
		}
	}
	return now, nil
}

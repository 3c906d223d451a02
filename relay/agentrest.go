package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The bounds of waiting for a page to come to rest.
const (
	quiet      = 25 * time.Millisecond  // without a change, and it is at rest
	submitted  = 140 * time.Millisecond // after a key that submits, for a navigation to begin (CD-107)
	restLimit  = 500 * time.Millisecond // as the page counts
	callsLimit = 2 * time.Second        // as we do, whatever the page does to its clock
)

// atRest waits in the page until nothing in it has changed for a while. Around
// it the upstream waits for the requests and the navigation that begin meanwhile.
const atRest = `() => new Promise(done => {
  const end = performance.now() + %d, quiet = %d;
  let last = performance.now();
  const seen = new MutationObserver(() => { last = performance.now(); });
  seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const look = setInterval(() => {
    const now = performance.now();
    if (now < end && (document.readyState !== 'complete' || now - last < quiet)) return;
    clearInterval(look); seen.disconnect(); done(true);
  }, 5);
})`

// rest waits for the page to come to rest. A navigation that begins meanwhile
// takes the script's page away; then it waits once more, in the new one.
func (s *agent) rest(ctx context.Context, child *session, quiet time.Duration) error {
	bounded, cancel := context.WithTimeout(ctx, callsLimit)
	defer cancel()
	script := tool("browser_evaluate", map[string]string{"function": fmt.Sprintf(atRest, restLimit.Milliseconds(), quiet.Milliseconds())})
	for range 2 {
		got, err := s.call(bounded, child, script)
		switch {
		case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
			return nil // the look shows what there is
		case err != nil:
			return err
		case !got.isError || !strings.Contains(got.text, "navigation"):
			return nil
		}
	}
	return nil
}

// fence is how long the page has to be quiet after a call.
func fence(x *Exchange) time.Duration {
	var given struct {
		Submit bool
		Key    string
	}
	json.Unmarshal(x.arguments, &given)
	if given.Submit || given.Key == "Enter" || x.script != "" { // a secret's script may submit as well
		return submitted
	}
	return quiet
}

package relay

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// The upstream ends no call before every open page has told its title, so that one
// whose scripts never end holds up every call there is. Who waits long for an answer
// therefore asks whether the pages answer at all.
const (
	doubt = 10 * time.Second // a call takes so long, and the pages are asked
	proof = 5 * time.Second  // and have so long to answer
	again = 2 * time.Second  // doubt, where a page was found to hang
)

// within is a wait that leaves time to say what came of it, where the policy gives a
// call little.
func (s *agent) within(wait time.Duration) time.Duration {
	if limit := s.relay.config.Policy.Limits.Call; limit > 0 {
		return min(wait, limit/20*(wait/time.Second))
	}
	return wait
}

// errHangs is a page that does not answer.
var errHangs = errors.New("a page does not answer")

// answered waits for the answer to a call, and gives it up where a page hangs. The
// upstream goes on with it.
func (s *agent) answered(ctx context.Context, child *session, params json.RawMessage) (*Message, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	call := beginCall(ctx, child, params)
	patience := s.within(doubt)
	if s.hangs {
		patience = s.within(again)
	}
	for {
		select {
		case r := <-call:
			return s.heard(r)
		case <-time.After(patience):
		}
		if !s.begun { // a browser that still starts would open a second page for the question
			continue
		}
		asking, stop := context.WithTimeout(ctx, s.within(proof))
		asked := beginCall(asking, child, listPages)
		select {
		case r := <-call:
			stop()
			return s.heard(r)
		case r := <-asked:
			stop()
			if errors.Is(r.err, context.DeadlineExceeded) && ctx.Err() == nil {
				s.hangs = true
				return nil, errHangs
			}
			if r.err == nil {
				s.read(r.message)
			}
		}
	}
}

// listPages is the call that asks every page and changes none.
var listPages = tool("browser_tabs", map[string]string{"action": "list"})

// reply is what came of a call.
type reply struct {
	message *Message
	err     error
}

func beginCall(ctx context.Context, child *session, params json.RawMessage) <-chan reply {
	made := make(chan reply, 1)
	go func() {
		m, err := child.call(ctx, "tools/call", params)
		made <- reply{m, err}
	}()
	return made
}

// heard remembers that every page answers. A call whose time was up was long enough
// for a browser to start.
func (s *agent) heard(r reply) (*Message, error) {
	switch {
	case r.err == nil:
		s.begun, s.hangs = true, false
	case errors.Is(r.err, context.DeadlineExceeded):
		s.begun = true
	}
	return r.message, r.err
}

// hindered holds a call back while a page hangs, unless it closes a page or needs
// none. For one that leaves the page the way is cleared.
func (s *agent) hindered(ctx context.Context, child *session, x *Exchange) (cleared bool, err error) {
	if !s.hangs || closes(x) || needsNoPage(x) {
		return false, nil
	}
	asking, stop := context.WithTimeout(ctx, s.within(proof))
	defer stop()
	pages, err := child.call(asking, "tools/call", listPages)
	switch {
	case err == nil:
		s.hangs = false
		s.read(pages)
		return false, nil
	case !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil:
		return false, err
	case !leaves(x):
		return false, errHangs
	}
	return true, s.clear(ctx, child)
}

// hanging is what is told of a page that does not answer.
func (s *agent) hanging() told {
	return failure("TIMEOUT", "a page does not answer: its scripts keep it busy, and every call with it",
		s.relay.inListedNames("wait, or leave it with browser_navigate")+": what does not answer by then is closed")
}

// closes and leaves are what gets a session away from a page that hangs.
func closes(x *Exchange) bool { return x.Tool == "browser_close" || pageAction(x) == "close" }

func leaves(x *Exchange) bool {
	action := pageAction(x)
	return x.Tool == "browser_navigate" || action == "new" || action == "open"
}

// needsNoPage reports whether the relay answers a call by itself. The trace that ends
// asks for what the page logged last, and does without it.
func needsNoPage(x *Exchange) bool {
	return x.Tool == statusTool || x.Tool == traceTool && actionOf(x) != "start"
}

// pageAction is what a call does with a page as such.
func pageAction(x *Exchange) string {
	if x.Tool != "browser_tabs" && x.Tool != "browser_page" {
		return ""
	}
	return actionOf(x)
}

func actionOf(x *Exchange) string {
	var given struct{ Action string }
	json.Unmarshal(x.arguments, &given)
	return given.Action
}

// clearScript closes the pages that do not answer. One that goes from document to
// document refuses the question, and so answers.
const clearScript = `async (page) => {
  const answers = (one) => Promise.race([one.evaluate(() => true).catch(() => true), new Promise((done) => setTimeout(done, 2000))]);
  const all = page.context().pages();
  const stuck = (await Promise.all(all.map(async (one) => ((await answers(one)) ? [] : [one])))).flat();
  await Promise.all(stuck.map((one) => one.close().catch(() => {})));
  return stuck.length;
}`

// clear opens a page and closes those that do not answer, whether their scripts or
// a dialog are in the way. What the upstream calls current is the new one then.
func (s *agent) clear(ctx context.Context, child *session) error {
	opening, stop := context.WithTimeout(ctx, s.within(again))
	defer stop()
	if _, err := child.call(opening, "tools/call", newPage); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	} // it is not answered while a page hangs, and what it opens is there all the same
	s.hangs, s.seen, s.blocked = true, nil, "" // until the script is answered
	_, err := s.call(ctx, child, fixedScript(clearScript, nil))
	return err
}

var newPage = tool("browser_tabs", map[string]string{"action": "new"})

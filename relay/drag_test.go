package relay_test

import (
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/relay"
)

// The ends of drags that are none but drags, and of those that may be clicks.
var (
	drags = []string{
		`{"startTarget":"e2","endTarget":"e3"}`,
		`{"startTarget":"e2","endTarget":"aria-ref=e3"}`,
		`{"startTarget":"e2","endTarget":"f1e2"}`,
	}
	dragsInPlace = []string{
		`{"startTarget":"e2","endTarget":"e2"}`,
		`{"startTarget":"e2","endTarget":"aria-ref=e2"}`,
		`{"startTarget":"css=b","endTarget":"css=b"}`,
		`{"startTarget":"css=b","endTarget":"b"}`,
		`{"startTarget":"e2","endTarget":"text=Add"}`,
		`{"startTarget":"e2","endTarget":"\u0065\u0032","startElement":"a","endElement":"b"}`,
	}
)

// dragging plays a policy over a page with refs e2, e3 and f1e2.
func dragging(t *testing.T, agent bool, rules string) *scripted {
	t.Helper()
	var own []policy.Own
	if agent {
		own, rules = relay.Own(), "surface = 'agent'\n"+rules
	}
	p, err := policy.Parse([]byte(rules), t.TempDir(), relay.Names(record(t).Tools), own...)
	if err != nil {
		t.Fatal(err)
	}
	page := &scriptedPage{body: func(int) string { return "- button \"Add\" [ref=e2]\n- button \"Box\" [ref=e3]\n- text: [ref=f1e2]" }}
	s := play(t, relay.Config{Agent: agent, Policy: p}, page.answer)
	s.send(hello)
	s.next()
	s.tool("browser_navigate", `{"url":"https://shop.example/"}`)
	return s
}

// CB-167: where a click is denied, so is a drag that may end where it began, with the
// click's line; one between two refs is made.
func TestDragWhereClicksAreDenied(t *testing.T) {
	t.Parallel()
	for rules, line := range map[string]string{
		"[tools]\ndeny = ['browser_click']\n":                                         "browser_click is in tools.deny (policy.toml:",
		"[tools]\nallow = ['browser_drag', 'browser_navigate', 'browser_snapshot']\n": "browser_click is not in tools.allow (policy.toml:",
	} {
		for _, agent := range []bool{false, true} {
			s := dragging(t, agent, rules)
			for _, arguments := range dragsInPlace {
				got := s.tool("browser_drag", arguments)
				if got.Error.Data.Code != relay.ForbiddenScope || !strings.Contains(got.Error.Message, line) || !strings.HasPrefix(got.Error.Data.Hint, "give two different refs") {
					t.Errorf("agent %v, %s: answered %+v", agent, arguments, got)
				}
			}
			for _, arguments := range drags {
				if got := s.tool("browser_drag", arguments); got.Error.Data.Code != "" || got.Result.IsError {
					t.Errorf("agent %v, %s: answered %+v", agent, arguments, got)
				}
			}
			if made := strings.Count(strings.Join(s.reached(), "\n"), `"browser_drag"`); made != len(drags) {
				t.Errorf("agent %v: the child was sent %d drags", agent, made)
			}
		}
	}
}

// CB-167: a batch is no way around it.
func TestDragInABatchWhereClicksAreDenied(t *testing.T) {
	t.Parallel()
	for rule, code := range map[string]string{"deny": relay.ForbiddenScope, "confirm": relay.NeedsConfirmation} {
		s := dragging(t, true, "[tools]\n"+rule+" = ['browser_click']\nallow = ['browser_drag', 'browser_click', 'browser_navigate', 'browser_batch']\n")
		for _, arguments := range dragsInPlace {
			got := s.tool("browser_batch", `{"steps":[{"tool":"browser_drag","arguments":`+arguments+`}]}`)
			if got.Error.Data.Code != code || !strings.Contains(got.Error.Message, "steps[0]: ") {
				t.Errorf("%s, %s: answered %+v", rule, arguments, got)
			}
		}
		if got := s.tool("browser_batch", `{"steps":[{"tool":"browser_drag","arguments":`+drags[0]+`}]}`); got.Error.Data.Code != "" || got.Result.IsError {
			t.Errorf("%s: answered %+v", rule, got)
		}
	}
}

// CB-167: where a person says yes to clicks, so to such a drag: by an argument that
// the upstream never sees, or asked in the page's words.
func TestDragWhereClicksAreConfirmed(t *testing.T) {
	t.Parallel()
	for _, agent := range []bool{false, true} {
		s := dragging(t, agent, "[tools]\nconfirm = ['browser_click']\n")
		for _, arguments := range dragsInPlace {
			if got := s.tool("browser_drag", arguments); got.Error.Data.Code != relay.NeedsConfirmation || !strings.Contains(got.Error.Message, "(policy.toml:") {
				t.Errorf("agent %v, %s: answered %+v", agent, arguments, got)
			}
		}
		for _, arguments := range append(dragsInPlace[:1:1], drags...) {
			if got := s.tool("browser_drag", `{"confirm":true,`+arguments[1:]); got.Error.Data.Code != "" || got.Result.IsError {
				t.Errorf("agent %v, %s: answered %+v", agent, arguments, got)
			}
		}
		for _, line := range s.reached() {
			if strings.Contains(line, `"confirm"`) {
				t.Errorf("agent %v: the child was sent %s", agent, line)
			}
		}
	}
	s := play(t, relay.Config{Policy: confirming(t)}, shop)
	s.send(elicitingHello)
	s.next()
	s.send(call(0, "browser_close", `{}`)) // now the child is known to be up
	s.next()
	s.send(call(1, "browser_drag", `{"startTarget":"e7","endTarget":"e7"}`))
	if question := s.next(); !strings.Contains(question, `Allow browser_drag on button \"Delete account\", at https://shop.example/cart?`) {
		t.Errorf("asked %s", question)
	}
}

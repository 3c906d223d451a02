package relay_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/relay"
)

// under plays a surface under a policy.
func under(t *testing.T, agent bool, rules string) *scripted {
	t.Helper()
	p, err := policy.Parse([]byte(rules), t.TempDir(), relay.Names(record(t).Tools), relay.Own()...)
	if err != nil {
		t.Fatal(err)
	}
	s := play(t, relay.Config{Agent: agent, Policy: p}, (&scriptedPage{body: still}).answer)
	s.send(hello)
	s.next()
	return s
}

// listed are the tools that the client is shown; the status resource has the same.
func (s *scripted) listed() []string {
	s.t.Helper()
	s.send(`{"jsonrpc":"2.0","id":5,"method":"tools/list"}`)
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(s.next()), &list); err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Result.Tools {
		names = append(names, tool.Name)
	}
	var status struct{ Tools []string }
	if err := json.Unmarshal(s.relay.Status(), &status); err != nil || !slices.Equal(status.Tools, names) {
		s.t.Errorf("the status has %v, tools/list %v", status.Tools, names)
	}
	return names
}

// CB-165: own tools are there on the agent surface alone, each by its name in the
// policy. An upstream tool that one of them replaces is not listed beside it, and
// can be called all the same.
func TestAgentOwnTools(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, rules        string
		agent              bool
		listed, absent     []string
		called, notAllowed []string
	}{
		{"all", "surface = 'agent'\n", true,
			[]string{"browser_batch", "browser_page", "browser_mock", "browser_click", "browser_wait_for"}, []string{"browser_tabs", "browser_file_upload", "browser_handle_dialog"},
			[]string{"browser_tabs"}, nil},
		{"without the one that replaces", "surface = 'agent'\n[tools]\ndeny = ['browser_page']\n", true,
			[]string{"browser_batch", "browser_tabs"}, []string{"browser_page"}, []string{"browser_tabs"}, []string{"browser_page"}},
		{"without the one that is replaced", "surface = 'agent'\n[tools]\ndeny = ['browser_tabs']\n", true,
			[]string{"browser_batch"}, []string{"browser_page", "browser_tabs"}, nil, []string{"browser_page", "browser_tabs"}},
		{"CB-165 without what runs code", "surface = 'agent'\n[tools]\ndeny = ['browser_run_code_unsafe', 'browser_evaluate']\n", true,
			[]string{"browser_read", "browser_exists"}, []string{"browser_mock"}, nil, []string{"browser_mock", "browser_evaluate"}},
		{"without what opens an address", "surface = 'agent'\n[tools]\ndeny = ['browser_navigate', 'browser_tabs']\n", true,
			[]string{"browser_click"}, []string{"browser_page", "browser_tabs", "browser_navigate"}, nil, []string{"browser_page", "browser_navigate"}},
		{"without what shows the page", "surface = 'agent'\n[tools]\ndeny = ['browser_snapshot']\n", true,
			[]string{"browser_click", "browser_wait"}, []string{"browser_read", "browser_exists", "browser_expect", "browser_locators"}, nil,
			[]string{"browser_read", "browser_exists", "browser_expect", "browser_locators"}},
		{"the upstream's surface", "", false,
			[]string{"browser_tabs", "browser_wait_for"}, relay.OwnNames(), []string{"browser_tabs"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := under(t, c.agent, c.rules)
			names := s.listed()
			for _, name := range c.listed {
				if !slices.Contains(names, name) {
					t.Errorf("%s is not listed", name)
				}
			}
			for _, name := range c.absent {
				if slices.Contains(names, name) {
					t.Errorf("%s is listed", name)
				}
			}
			for _, name := range c.called {
				if got := s.tool(name, `{"action":"list"}`); got.Error.Data.Code != "" || got.text() == "" {
					t.Errorf("%s is answered %+v", name, got)
				}
			}
			for _, name := range c.notAllowed {
				if got := s.tool(name, `{}`); got.Error.Data.Code != relay.ForbiddenScope {
					t.Errorf("%s is answered %+v", name, got)
				}
			}
		})
	}
}

// CD-059: a step has one name, however it is spelt, and no second one beside it.
func TestBatchStepNames(t *testing.T) {
	t.Parallel()
	s := under(t, true, "surface = 'agent'\n[tools]\ndeny = ['browser_evaluate']\n")
	for step, want := range map[string]string{
		`{"tool":"browser_click","tool":"browser_evaluate"}`:                            "error",
		`{"tool":"browser_click","t\u006fol":"browser_evaluate"}`:                       "error",
		`{"t\u006fol":"browser_\u0065valuate"}`:                                         relay.ForbiddenScope,
		`{"Tool":"browser_evaluate"}`:                                                   "INVALID_ARGUMENT",
		`{"tool":"browser_click","Tool":"browser_evaluate"}`:                            "INVALID_ARGUMENT",
		`{"tool":["browser_evaluate"]}`:                                                 "INVALID_ARGUMENT",
		`"browser_evaluate"`:                                                            "INVALID_ARGUMENT",
		`{"tool":"browser_click","arguments":[]}`:                                       "INVALID_ARGUMENT",
		`{"tool":"browser_click","arguments":{"target":"b"},"name":"browser_evaluate"}`: "INVALID_ARGUMENT",
		`{"tool":"browser_storage_state"}`:                                              "INVALID_ARGUMENT",
		`{"tool":"browser_cookie_list"}`:                                                "INVALID_ARGUMENT",
		`{"tool":""}`:                                                                   "error",
	} {
		s.send(call(1, "browser_batch", `{"steps":[`+step+`]}`))
		line := s.next()
		var got result
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			got.ID = 0 // an error of the protocol has a null for its id
		}
		if code := got.Result.StructuredContent.Error.Code + got.Error.Data.Code; code != want && !(want == "error" && code == "" && strings.Contains(line, `"error"`)) {
			t.Errorf("%s is answered %s", step, line)
		}
		if (strings.Contains(line, "Unknown tool") || strings.Contains(line, "not found")) && !strings.Contains(line, "steps[0]: ") {
			t.Errorf("%s is answered %s, which does not say where it stands", step, line)
		}
	}
}

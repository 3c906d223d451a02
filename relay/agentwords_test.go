package relay_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/relay"
)

// CD-068: what fails is told in the names of the tools that the client is given, and
// in the caller's words for the target.
func TestAgentNamesToolsAndTargets(t *testing.T) {
	t.Parallel()
	const (
		ask     = `### Error\nError: Tool \"browser_run_code_unsafe\" does not handle the modal state.\n### Modal state\n- [\"alert\" dialog with message \"Hi\"]: can be handled by browser_handle_dialog`
		nothing = `### Error\nError: The tool \"browser_handle_dialog\" can only be used when there is related modal state present.`
		absent  = `### Result\n{\"failure\":{\"code\":\"NO_MATCH\",\"message\":\"internal:text=\\\"Account\\\"s does not match any elements\",\"hint\":\"look for it with browser_find, or wait for it with browser_wait\"}}`
	)
	for _, c := range []struct {
		name, deny, said string
		tool, arguments  string
		has              []string
		hint             string
	}{
		{"a dialog", ``, ask, "browser_read", `{}`, []string{`Tool "browser_read" does not handle`, "can be handled by browser_dialog"},
			"answer the dialog first, with browser_dialog or browser_upload"},
		{"one way is denied", `'browser_file_upload'`, ask, "browser_click", `{"target":"css=b"}`, []string{`Tool "browser_click" does not handle`, "can be handled by browser_dialog"},
			"answer the dialog first, with browser_dialog"},
		{"own tools are denied", `'browser_dialog', 'browser_upload'`, ask, "browser_read", `{}`, []string{"can be handled by browser_handle_dialog"},
			"answer the dialog first, with browser_handle_dialog or browser_file_upload"},
		{"every way is denied", `'browser_handle_dialog', 'browser_file_upload'`, ask, "browser_read", `{}`, nil, "answer the dialog first"},
		{"no dialog", ``, nothing, "browser_dialog", `{"action":"accept"}`, []string{`The tool "browser_dialog" can only be used`}, "there is nothing of the kind to answer"},
		{"no element", `'browser_find'`, absent, "browser_read", `{"target":"text=Account"}`, []string{"text=Account does not match any elements"}, "look for it, or wait for it with browser_wait"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := policy.Parse([]byte("surface = 'agent'\n[tools]\ndeny = ["+c.deny+"]\n"), t.TempDir(), relay.Names(record(t).Tools), relay.Own()...)
			if err != nil {
				t.Fatal(err)
			}
			s := play(t, relay.Config{Agent: true, Policy: p}, func(line []byte) []byte {
				var m struct{ ID json.RawMessage }
				json.Unmarshal(line, &m)
				return fmt.Appendf(nil, `{"result":{"content":[{"type":"text","text":"%s"}],"isError":%v},"jsonrpc":"2.0","id":%s}`+"\n", c.said, strings.HasPrefix(c.said, "### Error"), m.ID)
			})
			s.send(hello)
			s.next()
			got := s.tool(c.tool, c.arguments)
			for _, want := range c.has {
				if !strings.Contains(got.text(), want) {
					t.Errorf("%q is not in\n%s", want, got.text())
				}
			}
			if strings.Contains(got.text(), "run_code") || strings.Contains(got.text(), "internal:") || got.Result.StructuredContent.Error.Hint != c.hint {
				t.Errorf("answered %+v", got.Result)
			}
		})
	}
}

// CD-068: of two targets the one is named that the failure is about, and both where
// the upstream names neither.
func TestAgentNamesEveryTarget(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"### Error\nError: \"" + `internal:label="To"s` + "\" does not match any elements.": "label=To",
		"### Error\nError: Timeout 5000ms exceeded.":                                        "testid=from, label=To",
	} {
		s := play(t, relay.Config{Agent: true}, func(line []byte) []byte {
			if m := toolCall(line); m.ID != nil {
				return m.says(said)
			}
			return echo(line)
		})
		s.send(hello)
		s.next()
		got := s.tool("browser_drag", `{"startTarget":"testid=from","endTarget":"label=To"}`)
		if !strings.Contains(got.text(), "target: "+want) {
			t.Errorf("want %s in\n%s", want, got.text())
		}
	}
}

// CD-066: where a dialog keeps the page from being asked where it is, a secret is
// refused as any other call is then.
func TestAgentSecretAtADialog(t *testing.T) {
	t.Parallel()
	config := secret(t, word, "example.com")
	config.Agent = true
	s := play(t, config, func(line []byte) []byte {
		if m := toolCall(line); m.ID != nil {
			return m.says("### Error\nError: Tool \"browser_run_code_unsafe\" does not handle the modal state.\n### Modal state\n- [\"alert\" dialog with message \"Hi\"]: can be handled by browser_handle_dialog")
		}
		return echo(line)
	})
	s.send(hello)
	s.next()
	got := s.tool("browser_type", `{"target":"e1","text":"{{word}}"}`)
	if fault := got.Result.StructuredContent.Error; !got.Result.IsError || fault.Code != "STATE_INVALID" || !strings.HasPrefix(fault.Hint, "answer the dialog first") || strings.Contains(got.text(), "run_code") {
		t.Errorf("answered %+v", got)
	}
}

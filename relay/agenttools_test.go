package relay_test

import (
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/relay"
)

// The tools of the agent surface fit 16 KiB, with a named secret too, and the snapshot
// takes a budget.
func TestAgentTools(t *testing.T) {
	t.Parallel()
	list := func(s *scripted) string {
		t.Helper()
		s.send(`{"jsonrpc":"2.0","id":5,"method":"tools/list"}`)
		line := s.next()
		if len(line) > 16<<10 || !strings.Contains(line, `"elements":{"type":"integer"`) {
			t.Errorf("tools/list has %d bytes", len(line))
		}
		return line
	}
	host, err := policy.ParsePattern("accounts.company.example")
	if err != nil {
		t.Fatal(err)
	}
	word := []relay.NamedSecret{{Name: "company-password", Hosts: []policy.Pattern{host}}}
	for deny, told := range map[string]string{``: "Secrets as in browser_type", `'browser_type'`: "by name: {{company-password}} on accounts.company.example"} {
		p, err := policy.Parse([]byte("surface = 'agent'\n[tools]\ndeny = ["+deny+"]\n"), t.TempDir(), relay.Names(record(t).Tools), relay.Own()...)
		if err != nil {
			t.Fatal(err)
		}
		s := play(t, relay.Config{Agent: true, Policy: p, Secrets: word}, (&scriptedPage{body: still}).answer)
		s.send(hello)
		s.next()
		if line := list(s); !strings.Contains(line, "Fill multiple form fields. ") || !strings.Contains(line, told) || strings.Count(line, "{{company-password}} on accounts.company.example") != 1 {
			t.Errorf("without %s it tells of the secret otherwise: %s", deny, line)
		}
	}
	s := surf(t, &scriptedPage{body: still})
	list(s)
	if got := s.tool("browser_snapshot", `{"elements":0}`); got.Result.StructuredContent.Error.Code != "INVALID_ARGUMENT" {
		t.Errorf("a budget of nothing is answered %+v", got)
	}
}

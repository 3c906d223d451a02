package launcher_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// CD-050, CD-058, CD-059: a batch is no way around a check, and none that does not
// pass one begins.
func TestBatchIsNoWayAround(t *testing.T) {
	t.Parallel()
	l, server := atWorkshop(t, "[tools]\nallow = ['*']\ndeny = ['browser_evaluate']\nconfirm = ['browser_hover']\n")
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("outside-4711"), 0o600); err != nil {
		t.Fatal(err)
	}
	add := do("browser_click", step{"target": `role=button[name="Add"]`})
	many := make([]step, 10000)
	for i := range many {
		many[i] = add
	}
	for _, c := range []struct {
		name  string
		steps []step
		want  string // in the answer
	}{
		{"CD-059 a denied tool", []step{add, do("browser_evaluate", step{"function": "() => 1"})}, `steps[1]: browser_evaluate is in tools.deny (policy.toml:`},
		{"a denied tool in another spelling", []step{add, do("browser_Evaluate", step{"function": "() => 1"})}, "steps[1]: Unknown tool"},
		{"one that can do what a denied one does", []step{add, do("browser_mock", step{"action": "list"})}, "steps[1]: "},
		{"one that needs the person's yes", []step{add, do("browser_hover", step{"target": "h1"})}, "connector.needs_confirmation"},
		{"the same with a yes of its own", []step{add, do("browser_hover", step{"target": "h1", "confirm": true})}, "connector.needs_confirmation"},
		{"a script as an address", []step{add, do("browser_navigate", step{"url": "javascript:alert(1)"})}, "connector.forbidden_host"},
		{"a file as an address", []step{add, do("browser_tabs", step{"action": "new", "url": "view-source:file:///etc/passwd"})}, "connector.forbidden_host"},
		{"a host that is not allowed", []step{add, do("browser_navigate", step{"url": "http://127.0.0.1:1/"})}, "connector.forbidden_host"},
		{"a file from outside", []step{add, do("browser_file_upload", step{"paths": []string{outside}})}, "steps[1]: argument paths[0]: "},
		{"a file elsewhere", []step{add, do("browser_snapshot", step{"filename": "../x"})}, "steps[1]: argument filename must be a bare name"},
		{"a batch in a batch", []step{add, do("browser_batch", batchOf(add))}, "steps[1]: browser_batch cannot be a step"},
		{"CD-050 an argument that there is not", []step{add, add, do("browser_click", step{"target": "h1", "_meta": step{}})}, "steps[2]: there is no argument _meta"},
		{"CD-050 an argument that does not fit", []step{add, do("browser_wait", step{})}, "steps[1]: give one of the arguments"},
		{"CD-050 a wait without end", []step{add, do("browser_expect", step{"what": "url", "expected": "x", "timeout_ms": 1e12})}, "steps[1]: argument timeout_ms is out of range"},
		{"a tool that there is not", []step{add, do("browser_clik", step{})}, "steps[1]: Unknown tool; did you mean browser_click"},
		{"a tool of the storage", []step{add, do("browser_cookie_list", step{})}, "not found"},
		{"no tool", []step{add, {"arguments": step{}}}, "argument steps[1].tool is missing"},
		{"CD-058 too many", many, "argument steps has more than 25 items"},
		{"none", nil, "argument steps"},
	} {
		l.Step(c.name, func(t *testing.T) {
			given := batchOf(c.steps...)
			if c.steps == nil {
				given["steps"] = []step{}
			}
			if got := l.Tool("browser_batch", given); !strings.Contains(got.Line, c.want) || strings.Contains(got.Line, "4711") {
				t.Errorf("answered %.600s", got.Line)
			}
			if got := l.Does("browser_read", step{"target": "ul"}); strings.Contains(got, "Added") {
				t.Errorf("the first step was made: %s", got)
			}
		})
	}
	l.Step("a selector that tries to be code", func(t *testing.T) {
		for _, target := range []string{`"); page.evaluate(add); ("`, "`+page.evaluate(add)+`", "x\n})(page); (async (page) => {", "</script>\u2028x", `getByText('x'); page.goto('about:blank')`, `getByText(page.url())`, `\`, "'"} {
			got := l.Tool("browser_exists", step{"target": target})
			if s := structured(t, got); s.Error.Code != "INVALID_ARGUMENT" && !strings.Contains(got.Text(), `"exists":false`) {
				t.Errorf("%q is answered %s", target, got.Line)
			}
		}
		if got := l.Does("browser_read", step{"target": "ul"}); strings.Contains(got, "Added") {
			t.Error(got)
		}
		l.Does("browser_expect", step{"what": "url", "expected": server.URL})
	})
	l.leaves()
}

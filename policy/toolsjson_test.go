package policy

import (
	"testing"
)

// CB-161: {"allow":[names]}, and nothing that only looks like it.
func TestToolsJSON(t *testing.T) {
	t.Parallel()
	p, err := Load(write(t, ToolsFileName, "{\n \"allow\": [\"browser_click\", \"browser_snapshot\"]}\n"), upstream(t))
	if err != nil {
		t.Fatal(err)
	}
	if d := p.Tools.Decide("browser_type"); d.String() != "browser_type is not in tools.allow (tools.json:2)" {
		t.Errorf("browser_type: %s", d)
	}
	if got := p.Tools.Granted(); len(got) != 2 {
		t.Errorf("granted %v", got)
	}
	for text, want := range map[string]string{
		`{"Allow":[]}`:                              `tools.json:1: unknown key "Allow"; did you mean "allow"`,
		"{\"allow\":[],\n\"\\u0061llow\":[]}":       `tools.json:2: the key "allow" is given twice`,
		`{"allow":[],"deny":[]}`:                    `tools.json:1: unknown key "deny"; it may be allow`,
		`{"allow":["browser_clik"]}`:                `tools.json:1: allow names "browser_clik", which no tool is called; did you mean "browser_click"`,
		`{"allow":["browser_tabs","browser_tabs"]}`: `tools.json:1: allow names "browser_tabs" twice`,
		`{"allow":[1]}`:                             `tools.json:1: allow must be a list of strings`,
		`{"allow":[["browser_tabs"]]}`:              `tools.json:1: allow must be a list of strings`,
		`{"allow":null}`:                            `tools.json:1: allow must be a list of strings`,
		`{"allow":"browser_tabs"}`:                  `tools.json:1: allow must be a list of strings`,
		`{"allow":{"a":1}}`:                         `tools.json:1: allow must be a list of strings`,
		`{}`:                                        `tools.json:1: the key "allow" is missing`,
		`[]`:                                        `tools.json:1: must be an object like {"allow":["browser_navigate"]}`,
		``:                                          `tools.json:1: not JSON`,
		`{"allow":[]} x`:                            `tools.json:1: something follows the object`,
		`{"allow":[]}{}`:                            `tools.json:1: something follows the object`,
		"{\"allow\":[\n\"browser_tabs\",]}":         `tools.json:2: not JSON`,
		`{"allow":[`:                                `tools.json:1: not JSON`,
		"{\"allow\":[\"\xff\"]}":                    `tools.json:1: not UTF-8`,
	} {
		if got := refused(t, ToolsFileName, text); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

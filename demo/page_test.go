package demo

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"connector-browser/demo/mcp"
)

func textAnswer(t *testing.T, text string) mcp.Result {
	t.Helper()
	block, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var r mcp.Result
	if err := json.Unmarshal([]byte(`{"content":[{"type":"text","text":`+string(block)+`}]}`), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheTitleIsReadFromTheAnswer(t *testing.T) {
	t.Parallel()
	answer := textAnswer(t, "### Page\n- Page URL: http://127.0.0.1/\n- Page Title: Who am I · Skerry Lights\n### Snapshot")
	if got := title(answer); got != "Who am I" {
		t.Errorf("got %q", got)
	}
	if got := title(textAnswer(t, "### Error\nno page")); got != "no title" {
		t.Errorf("got %q", got)
	}
}

func TestANodeIsReadFromTheSnapshot(t *testing.T) {
	t.Parallel()
	page := "- main [ref=f1e2]:\n  - heading \"Who am I\" [level=1] [ref=f1e3]\n  - status [ref=f1e4]: Signed in as ada\n"
	if got := node(page, "status"); got != "Signed in as ada" {
		t.Errorf("got %q", got)
	}
	if got := node(page, "alert"); got != "no alert" {
		t.Errorf("got %q", got)
	}
}

func TestAScriptsResultIsReadFromTheAnswer(t *testing.T) {
	t.Parallel()
	got, err := scriptResult("### Result\n{\"node\":\"1\"}\n### Ran Playwright code\n```js\n{}\n```")
	if err != nil || string(got) != `{"node":"1"}` {
		t.Errorf("got %s and %v", got, err)
	}
	if _, err := scriptResult("### Error\nno such tool"); err == nil {
		t.Error("an error was taken for a result")
	}
}

func TestTheRefusedHostIsReadFromWhatIsSaid(t *testing.T) {
	t.Parallel()
	if got := refused("### Page\nrefused by connector-browser: 127.0.0.1:4711 is not in network.allow (policy.toml:3)"); got != "127.0.0.1:4711" {
		t.Errorf("got %q", got)
	}
	if got := refused("### Page"); got != "nothing" {
		t.Errorf("got %q", got)
	}
}

// TestSpellingsAreFoundWhereverTheValueStands encodes the value behind prefixes
// of every length that base64 tells apart.
func TestSpellingsAreFoundWhereverTheValueStands(t *testing.T) {
	t.Parallel()
	value := "SYF4HLMOYXCC725VGFCN2OVUWQ"
	forms := spellings(value)
	for _, prefix := range []string{"", "s", "se", "session=", "x session=", " xyz session="} {
		for _, suffix := range []string{"", ";", "; a=b", "ab"} {
			encoded := base64.StdEncoding.EncodeToString([]byte(prefix + value + suffix))
			found := false
			for _, form := range forms {
				found = found || strings.Contains(encoded, form)
			}
			if !found {
				t.Errorf("%q after %q and before %q is not found", encoded, prefix, suffix)
			}
		}
	}
	for _, form := range forms {
		if strings.Contains(base64.StdEncoding.EncodeToString([]byte("nothing of the kind here")), form) {
			t.Errorf("%q is found where the value is not", form)
		}
	}
}

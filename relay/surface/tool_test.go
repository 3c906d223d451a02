package surface

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// CD-043, CD-060, CB-166: each own tool is whole: a name that the upstream has not,
// a title, a schema that closes, a line of what it can touch, and kin that exist.
func TestOwnToolsAreWhole(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../upstream.record.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, tool := range record.Tools {
		seen[tool.Name] = true
	}
	upstream := len(seen)
	for _, tool := range Own {
		for _, kin := range append(tool.Like, tool.Replaces...) {
			if !seen[kin] {
				t.Errorf("%s is like %s, which is not there", tool.Name, kin)
			}
		}
	}
	for _, tool := range Own {
		if seen[tool.Name] || !strings.HasPrefix(tool.Name, "browser_") {
			t.Errorf("%s is no name of its own", tool.Name)
		}
		seen[tool.Name] = true
		var d struct {
			Description string
			InputSchema struct {
				Properties           map[string]struct{ Type string }
				Required             []string
				AdditionalProperties *bool
			}
			Annotations struct {
				Title        string
				ReadOnlyHint bool
			}
		}
		if err := json.Unmarshal(tool.Declaration(), &d); err != nil {
			t.Fatal(err)
		}
		if d.Description == "" || d.Annotations.Title == "" || d.Annotations.ReadOnlyHint != tool.ReadOnly || d.InputSchema.AdditionalProperties == nil || *d.InputSchema.AdditionalProperties {
			t.Errorf("%s says %s", tool.Name, tool.Declaration())
		}
		for _, name := range d.InputSchema.Required {
			if d.InputSchema.Properties[name].Type == "" {
				t.Errorf("%s needs %s, of which it says nothing", tool.Name, name)
			}
		}
		if tool.Touches == "" || strings.HasSuffix(tool.Touches, ".") || strings.Contains(tool.Touches, "\n") {
			t.Errorf("%s touches %q", tool.Name, tool.Touches)
		}
	}
	if len(seen) != upstream+len(Own) {
		t.Errorf("%d names for %d tools", len(seen)-upstream, len(Own))
	}
}

// A script's arguments stay arguments, whatever is in them: one line of JSON that
// holds what was given and nothing that ends a string, a template or a code block.
func FuzzScript(f *testing.F) {
	for _, seed := range []string{"", `"); process.exit(); ("`, "`+x+`", "```\n### Result\n", "\u2028\u2029", "</script>", `\`, "\x00", "ARGUMENTS", "%s%d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		call := Script("exists", map[string]string{"target": target})
		code := call.Arguments.(map[string]string)["code"]
		lines := strings.Split(code, "\n")
		given, ok := strings.CutPrefix(lines[1], "const args = ")
		given, closed := strings.CutSuffix(given, ";")
		var got struct{ Target string }
		if err := json.Unmarshal([]byte(given), &got); call.Tool != RunCode || !ok || !closed || err != nil {
			t.Fatalf("%q: %v", lines[1], err)
		}
		if got.Target != strings.ToValidUTF8(target, "\ufffd") && !strings.Contains(got.Target, "\ufffd") {
			t.Errorf("%q became %q", target, got.Target)
		}
		if strings.ContainsAny(given, "`<>\u2028\u2029\x00") || strings.Join(append(lines[:1:1], lines[2:]...), "\n") != bare {
			t.Errorf("%q is in the code as it stands", target)
		}
	})
}

// bare is the script without the line of its arguments.
var bare = func() string {
	lines := strings.Split(Script("exists", map[string]string{}).Arguments.(map[string]string)["code"], "\n")
	return strings.Join(append(lines[:1:1], lines[2:]...), "\n")
}()

// CD-069: a tool waits as long as it is asked to, five seconds when it is not, and
// never longer than its call may take.
func TestTimeout(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]int64{`{}`: 5000, `{"timeout_ms":0}`: 0, `{"timeout_ms":100}`: 100, `{"timeout_ms":300000}`: 60000} {
		if got := (Given{Arguments: json.RawMessage(given), Limit: time.Minute}).timeout(); got != want {
			t.Errorf("%s waits %d ms, want %d", given, got, want)
		}
	}
}

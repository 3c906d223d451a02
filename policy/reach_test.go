package policy

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// CB-166: every tool of the upstream's tools/list has a row, and no row is of a
// tool that is not there.
func TestReachHasEveryTool(t *testing.T) {
	t.Parallel()
	want, got := upstream(t), ReachNames()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("reach has %v\nupstream has %v", got, want)
	}
	for _, name := range got {
		line, ok := Reach(name)
		if !ok || line == "" || strings.HasSuffix(line, ".") || strings.Contains(line, "\n") {
			t.Errorf("%s: %q", name, line)
		}
	}
	if _, ok := Reach("browser_nope"); ok {
		t.Error("a tool that is not there has a reach")
	}
}

// CB-163, CB-164: the example is the recommended twenty; the five that run code,
// show the network or hand over files are out, and with the login state's export
// on so is browser_storage_state.
func TestExamplePolicy(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../policy.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	p := load(t, string(text))
	if got := p.Tools.Granted(); len(got) != 20 {
		t.Errorf("%d tools granted: %v", len(got), got)
	}
	for _, name := range []string{"browser_run_code_unsafe", "browser_evaluate", "browser_network_request",
		"browser_network_requests", "browser_file_upload", "browser_storage_state"} {
		if d := p.Tools.Decide(name); d.Allowed || !strings.HasSuffix(d.String(), "(policy.toml:14)") {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if with := load(t, strings.Replace(string(text), "allow = [\n", "allow = [\n\"browser_file_upload\",\n", 1)); len(with.Tools.Granted()) != 21 {
		t.Error("with browser_file_upload there are not 21")
	}
	// Everything else in it is what holds without a file.
	plain := Default(upstream(t)).Settings()
	for i, s := range p.Settings() {
		if s.Name != "tools.allow" && s.Value != plain[i].Value {
			t.Errorf("%s is %s, the default %s", s.Name, s.Value, plain[i].Value)
		}
	}
}

// CB-162: names are compared byte for byte.
func TestDecide(t *testing.T) {
	t.Parallel()
	tools := load(t, "[tools]\nallow = ['*']\ndeny = ['browser_tabs']").Tools
	for name, want := range map[string]string{
		"browser_click":      "",
		"browser_tabs":       "browser_tabs is in tools.deny (policy.toml:3)",
		"Browser_click":      `"Browser_click" is not a tool of the pinned upstream`,
		"browser_click ":     `"browser_click " is not a tool of the pinned upstream`,
		"*":                  `"*" is not a tool of the pinned upstream`,
		"":                   `"" is not a tool of the pinned upstream`,
		"browser_clic\u212a": "\"browser_clic\u212a\" is not a tool of the pinned upstream",
	} {
		if got := tools.Decide(name); got.String() != want || got.Allowed != (want == "") {
			t.Errorf("%q: %+v, want %q", name, got, want)
		}
	}
}

// CB-165: what the relay adds has names of its own in the policy, on the agent
// surface alone, and denying an upstream tool says nothing about them but of those
// that can do its work.
func TestDecideOwn(t *testing.T) {
	t.Parallel()
	own := []Own{{Name: "read", Touches: "reads"}, {Name: "act"}, {Name: "upload", Like: []string{"browser_file_upload"}}, {Name: "script", Like: []string{"browser_evaluate"}}}
	const rules = "[tools]\ndeny = ['browser_evaluate', 'act']\nconfirm = ['browser_file_upload']\n"
	p, err := Load(write(t, FileName, "surface = 'agent'\n"+rules), upstream(t), own...)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"read": "", "upload": "", "browser_click": "",
		"act":              "act is in tools.deny (policy.toml:3)",
		"browser_evaluate": "browser_evaluate is in tools.deny (policy.toml:3)",
		"script":           "script can do what browser_evaluate does, which is in tools.deny (policy.toml:3)",
	} {
		if d := p.Tools.Decide(name); d.String() != want || d.Allowed != (want == "") {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if wanted, line := p.Tools.Confirm("upload"); !wanted || line != "policy.toml:4" {
		t.Errorf("upload is asked for: %v, %s", wanted, line)
	}
	if wanted, _ := p.Tools.Confirm("read"); wanted || p.Tools.Reach("read") != "reads" || p.Tools.Reach("browser_close") == "" {
		t.Error("read is asked for, or has no reach")
	}

	p, err = Load(write(t, FileName, "surface = 'agent'\n[tools]\nallow = ['read']"), upstream(t), own...)
	if err != nil || len(p.Tools.Granted()) != 1 || !p.Tools.Decide("read").Allowed {
		t.Errorf("%v, %v", p, err)
	}
	p, err = Load(write(t, FileName, "[tools]\nallow = ['*']"), upstream(t), own...)
	if err != nil || p.Tools.Decide("read").Allowed || len(p.Tools.Granted()) != len(upstream(t)) {
		t.Errorf("the upstream's surface has them: %v, %v", p, err)
	}
	_, err = Load(write(t, FileName, "[tools]\ndeny = ['read']"), upstream(t), own...)
	if err == nil || !strings.Contains(err.Error(), `policy.toml:2: tools.deny names "read", which surface = "agent" alone has`) {
		t.Error(err)
	}
}

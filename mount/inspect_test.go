package mount

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestInspect: each wrong set-up is found, named and given the command that
// mends it (CD-006, SN-004); what is right, and what is other people's, is
// passed over.
func TestInspect(t *testing.T) {
	t.Parallel()
	const entry = `"command": "PROGRAM", "args": ["run"], "env": {"CONFIG_LOCAL_DIR": "DIRECTORY"}`
	for _, c := range []struct {
		name, file, text string
		want             []string // CLIENT: SENTENCE => COMMAND
	}{
		{"nothing", "home/.none", "", nil},
		{"all well", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {` + entry + `}}}`, nil},
		{"another server of our name", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "npx", "args": ["x"]}}}`, nil},
		{"CD-006 VS Code with mcpServers", "home/.config/Code/User/mcp.json", `{"mcpServers": {"browser": {` + entry + `}}}`,
			[]string{`vscode: VS Code does not read "mcpServers", in which "browser" stands; its table is called "servers" => connector-browser mount --client vscode --write`}},
		{"VS Code's project with mcpServers", "project/.vscode/mcp.json", `{"servers": {}, "mcpServers": {"web": {` + entry + `}}}`,
			[]string{`vscode: VS Code does not read "mcpServers", in which "web" stands; its table is called "servers" => connector-browser mount --client vscode --scope project --write`}},
		{"Zed with mcpServers", "home/.config/zed/settings.json", `{"mcpServers": {"browser": {` + entry + `}}, /* … */}`,
			[]string{`zed: Zed does not read "mcpServers", in which "browser" stands; its table is called "context_servers" => connector-browser mount --client zed --write`}},
		{"VS Code with another's mcpServers", "home/.config/Code/User/mcp.json", `{"mcpServers": {"browser": {"command": "npx", "args": ["x"]}}}`, nil},
		{"CD-006 Zed with both tables", "home/.config/zed/settings.json", "{\"context_servers\": {\"browser\": {" + entry + "}},\n\"mcpServers\": {\n\"browser\": {" + entry + "}}}",
			[]string{`zed: Zed does not read "mcpServers", in which "browser" stands; its table is called "context_servers" => take out by hand: "browser" of "mcpServers" at HOME/.config/zed/settings.json:3`}},
		{"Codex in an untrusted project", "project/.codex/config.toml", "[mcp_servers.browser]\ncommand = \"PROGRAM\"\nargs = [\"run\"]\n",
			[]string{`codex: Codex does not read this file, since its own settings do not call PROJECT a trusted project; start codex there once and trust it, or mount for the user => connector-browser mount --client codex --write`}},
		{"a relative command", "home/.lmstudio/mcp.json", `{"mcpServers": {"browser": {"command": "connector-browser", "args": ["run"]}}}`,
			[]string{`lmstudio: "browser" starts "connector-browser", which is not an absolute path; LM Studio may look for it in another PATH than your shell => connector-browser mount --client lmstudio --write --replace`}},
		{"a missing program", "home/.config/goose/config.yaml", "extensions:\n  browser:\n    cmd: /nowhere/connector-browser\n    args: [run]\n",
			[]string{`goose: "browser" starts /nowhere/connector-browser, which is not there or not a program => connector-browser mount --client goose --write --replace`}},
		{"another program with our variable", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "/nowhere/old", "env": {"CONFIG_LOCAL_DIR": "DIRECTORY"}}}}`,
			[]string{`cursor: "browser" starts /nowhere/old, which is not there or not a program => connector-browser mount --client cursor --write --replace`}},
		{"another build", "home/.gemini/settings.json", `{"mcpServers": {"browser": {"command": "OTHER", "args": ["run"]}}}`,
			[]string{`gemini-cli: "browser" starts another build, OTHER, and not this one, PROGRAM => connector-browser mount --client gemini-cli --write --replace`}},
		{"a configuration directory that is gone", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {"command": "PROGRAM", "args": ["run"], "env": {"CONFIG_LOCAL_DIR": "/nowhere"}}}}`,
			[]string{`cursor: "browser" names the configuration directory /nowhere, which is not there => connector-browser mount --client cursor --write --replace`}},
		{"two mounts of one directory", "home/.cursor/mcp.json", `{"mcpServers": {"browser": {` + entry + `}, "web": {` + entry + `}}}`,
			[]string{`cursor: "web" is mounted twice for one configuration directory, here and as "browser" in HOME/.cursor/mcp.json; Cursor would start both or drop one => take out by hand: "web" of "mcpServers" at HOME/.cursor/mcp.json:1`}},
		{"two mounts, ours the second", "home/.cursor/mcp.json", `{"mcpServers": {"a": {` + entry + `}, "browser": {` + entry + `}}}`,
			[]string{`cursor: "browser" is mounted twice for one configuration directory, here and as "a" in HOME/.cursor/mcp.json; Cursor would start both or drop one => connector-browser unmount --client cursor --write`}},
		{"two mounts, neither of our name", "home/.cursor/mcp.json", `{"mcpServers": {"a": {` + entry + `},` + "\n" + `"b": {` + entry + `}}}`,
			[]string{`cursor: "b" is mounted twice for one configuration directory, here and as "a" in HOME/.cursor/mcp.json; Cursor would start both or drop one => take out by hand: "b" of "mcpServers" at HOME/.cursor/mcp.json:2`}},
		{"two mounts, of the user and of the project", "home/.claude.json", `{"mcpServers": {"browser": {` + entry + `}}, "projects": {"PROJECT": {"mcpServers": {"browser": {` + entry + `}}}}}`,
			[]string{`claude-code: "browser" is mounted twice for one configuration directory, here and as "browser" in HOME/.claude.json; Claude Code would start both or drop one => claude mcp remove --scope local browser`}},
		{"an entry of another name that went wrong", "home/.cursor/mcp.json", `{"mcpServers": {"web": {"command": "connector-browser", "args": ["run"]}}}`,
			[]string{`cursor: "web" starts "connector-browser", which is not an absolute path; Cursor may look for it in another PATH than your shell => mend by hand: "web" of "mcpServers" at HOME/.cursor/mcp.json:1; connector-browser mount --client cursor prints what belongs there`}},
		{"an entry that cannot be edited", "home/.codex/config.toml", "# mine\nmcp_servers = { browser = { command = \"connector-browser\", args = [\"run\"] } }\n",
			[]string{`codex: "browser" starts "connector-browser", which is not an absolute path; Codex may look for it in another PATH than your shell => mend by hand: "browser" of "mcp_servers" at HOME/.codex/config.toml:2; connector-browser mount --client codex prints what belongs there`}},
		{"two mounts that cannot be edited", "home/.codex/config.toml", `mcp_servers = { a = { command = "PROGRAM", args = ["run"] }, browser = { command = "PROGRAM", args = ["run"] } }`,
			[]string{`codex: "browser" is mounted twice for one configuration directory, here and as "a" in HOME/.codex/config.toml; Codex would start both or drop one => take out by hand: "browser" of "mcp_servers" at HOME/.codex/config.toml:1`}},
		{"a link to nowhere", "home/.cursor/mcp.json", "=> /nowhere/at/all",
			[]string{`cursor: HOME/.cursor/mcp.json is a link to a file that does not exist; make that file or remove the link => mend HOME/.cursor/mcp.json by hand first, then look again: connector-browser doctor`}},
		{"a broken file", "home/.claude.json", "{\n  \"mcpServers\": {,}\n}",
			[]string{`claude-code: HOME/.claude.json:2:18 a name in double quotes is missing here; mend it there and try again (the file was not touched) => mend HOME/.claude.json by hand first, then look again: connector-browser doctor`}},
		{"a comment where the client reads none", "home/.config/Claude/claude_desktop_config.json", "{ // mine\n}",
			[]string{`claude-desktop: HOME/.config/Claude/claude_desktop_config.json:1:3 a comment, which the client that reads this file takes for an error; mend it there and try again (the file was not touched) => mend HOME/.config/Claude/claude_desktop_config.json by hand first, then look again: connector-browser doctor`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := scratch(t)
			root := filepath.Dir(h.Home)
			names := []string{"PROGRAM", filepath.Join(root, "bin", "connector-browser"), "OTHER", filepath.Join(root, "old", "connector-browser"),
				"DIRECTORY", filepath.Join(root, "conf"), "HOME", h.Home, "PROJECT", h.Folder}
			for _, program := range []string{names[1], names[3]} {
				put(t, program, "")
				if err := os.Chmod(program, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Mkdir(names[5], 0o700); err != nil {
				t.Fatal(err)
			}
			expand := strings.NewReplacer(names...)
			if to, ok := strings.CutPrefix(c.text, "=> "); ok {
				link(t, to, filepath.Join(root, c.file))
			} else {
				put(t, filepath.Join(root, c.file), expand.Replace(c.text))
			}
			var got, want []string
			for _, f := range inspect(h, names[1]) {
				got = append(got, f.Client+": "+f.Sentence+" => "+f.Command)
			}
			for _, line := range c.want {
				want = append(want, expand.Replace(line))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestInspectTrusted: a project that Codex trusts, by its own name or by that
// of the repository around it, is in order.
func TestInspectTrusted(t *testing.T) {
	t.Parallel()
	h := scratch(t)
	repository := h.Folder
	h.Folder = filepath.Join(repository, "sub")
	put(t, filepath.Join(repository, ".git", "HEAD"), "")
	program := install(t, h)
	target, err := codex.At(h, Project, Entry{Program: program, Conf: h.Home})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := target.Write(false); err != nil {
		t.Fatal(err)
	}
	if got := inspect(h, program); len(got) != 1 {
		t.Fatalf("without trust: %v", got)
	}
	for _, folder := range []string{h.Folder, repository} {
		put(t, filepath.Join(h.Home, ".codex", "config.toml"), "[projects.\""+folder+"\"]\ntrust_level = \"trusted\"\n")
		if got := inspect(h, program); len(got) != 0 {
			t.Errorf("with %s trusted: %v", folder, got)
		}
	}
}

// TestMounts: what list prints.
func TestMounts(t *testing.T) {
	t.Parallel()
	h := scratch(t)
	for _, c := range Clients {
		target, err := c.At(h, "", sample)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := target.Write(false); err != nil {
			t.Fatal(err)
		}
	}
	put(t, filepath.Join(h.Folder, ".cursor", "mcp.json"), "{")
	mounts, errs := Mounts(h, sample.Program)
	if len(mounts) != len(Clients) || len(errs) != 1 {
		t.Fatalf("%v, %v", mounts, errs)
	}
	for i, m := range mounts {
		want := Mount{Clients[i].Name, User, m.File, "browser", sample.Program, sample.Conf}
		if m != want {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
}

// install puts a program in the home directory.
func install(t *testing.T, h Host) string {
	t.Helper()
	program := filepath.Join(h.Home, "connector-browser")
	put(t, program, "")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	return program
}

package mount

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlaces is the table of files, for both systems (CD-005 to CD-010).
func TestPlaces(t *testing.T) {
	t.Parallel()
	want := map[string][2]string{ // linux, darwin
		"claude-code user":    {"/home/me/.claude.json", "/Users/me/.claude.json"},
		"claude-code project": {"/src/.mcp.json", "/src/.mcp.json"},
		"claude-code local":   {"/home/me/.claude.json", "/Users/me/.claude.json"},
		"claude-desktop user": {"/home/me/.config/Claude/claude_desktop_config.json", "/Users/me/Library/Application Support/Claude/claude_desktop_config.json"},
		"vscode user":         {"/home/me/.config/Code/User/mcp.json", "/Users/me/Library/Application Support/Code/User/mcp.json"},
		"vscode project":      {"/src/.vscode/mcp.json", "/src/.vscode/mcp.json"},
		"copilot-cli user":    {"/home/me/.copilot/mcp-config.json", "/Users/me/.copilot/mcp-config.json"},
		"copilot-cli project": {"/src/.github/mcp.json", "/src/.github/mcp.json"},
		"codex user":          {"/home/me/.codex/config.toml", "/Users/me/.codex/config.toml"},
		"codex project":       {"/src/.codex/config.toml", "/src/.codex/config.toml"},
		"cursor user":         {"/home/me/.cursor/mcp.json", "/Users/me/.cursor/mcp.json"},
		"cursor project":      {"/src/.cursor/mcp.json", "/src/.cursor/mcp.json"},
		"windsurf user":       {"/home/me/.codeium/windsurf/mcp_config.json", "/Users/me/.codeium/windsurf/mcp_config.json"},
		"zed user":            {"/home/me/.config/zed/settings.json", "/Users/me/.config/zed/settings.json"},
		"zed project":         {"/src/.zed/settings.json", "/src/.zed/settings.json"},
		"gemini-cli user":     {"/home/me/.gemini/settings.json", "/Users/me/.gemini/settings.json"},
		"gemini-cli project":  {"/src/.gemini/settings.json", "/src/.gemini/settings.json"},
		"goose user":          {"/home/me/.config/goose/config.yaml", "/Users/me/.config/goose/config.yaml"},
		"lmstudio user":       {"/home/me/.lmstudio/mcp.json", "/Users/me/.lmstudio/mcp.json"},
	}
	for i, h := range []Host{
		{GOOS: "linux", Home: "/home/me", Folder: "/src", Getenv: environ()},
		{GOOS: "darwin", Home: "/Users/me", Folder: "/src", Getenv: environ()},
	} {
		got := map[string]string{}
		for _, target := range targets(h, Entry{}) {
			got[target.Client.Name+" "+string(target.Scope)] = target.File
		}
		expected := map[string]string{}
		for name, files := range want {
			expected[name] = files[i]
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", h.GOOS, diff)
		}
	}
}

// TestPlacesNamed: each client's own variable moves its file; a folder for
// settings that is not an absolute path moves nothing.
func TestPlacesNamed(t *testing.T) {
	t.Parallel()
	variables := environ("XDG_CONFIG_HOME", "/x", "CLAUDE_CONFIG_DIR", "/c", "COPILOT_HOME", "/p", "CODEX_HOME", "/o", "GEMINI_CLI_HOME", "/g")
	for name, want := range map[string][2]string{
		"claude-code":    {"/c/.claude.json", "/c/.claude.json"},
		"claude-desktop": {"/x/Claude/claude_desktop_config.json", "/h/Library/Application Support/Claude/claude_desktop_config.json"},
		"vscode":         {"/x/Code/User/mcp.json", "/h/Library/Application Support/Code/User/mcp.json"},
		"copilot-cli":    {"/p/mcp-config.json", "/p/mcp-config.json"},
		"codex":          {"/o/config.toml", "/o/config.toml"},
		"zed":            {"/x/zed/settings.json", "/h/.config/zed/settings.json"},
		"gemini-cli":     {"/g/.gemini/settings.json", "/g/.gemini/settings.json"},
		"goose":          {"/x/goose/config.yaml", "/x/goose/config.yaml"},
	} {
		for i, goos := range []string{"linux", "darwin"} {
			if got := userFile(t, name, Host{goos, "/h", "/src", variables}); got != want[i] {
				t.Errorf("%s on %s: %s, want %s", name, goos, got, want[i])
			}
		}
	}
	relative := Host{"linux", "/h", "/src", environ("XDG_CONFIG_HOME", "x")}
	for name, want := range map[string]string{"zed": "/h/.config/zed/settings.json", "goose": "/h/.config/goose/config.yaml"} {
		if got := userFile(t, name, relative); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestRelativeFolder: these clients take a relative folder from where they are
// started. Nothing is written to one place or another then, nor read
// from there; the project's file is where it always is.
func TestRelativeFolder(t *testing.T) {
	t.Parallel()
	for _, c := range []*Client{&codex, &claudeCode, &copilotCLI, &geminiCLI} {
		for _, folder := range []string{"o", "~/o", "./"} {
			h := scratch(t)
			program := install(t, h)
			e := Entry{Program: program, Conf: h.Home}
			own, err := c.At(h, User, e) // of another day
			if err != nil {
				t.Fatal(err)
			}
			if _, err := own.Write(false); err != nil {
				t.Fatal(err)
			}
			h.Getenv = environ(c.folder, folder)
			want := c.folder + " is not an absolute path, and " + c.Title + " would look in another folder wherever it is started; give " + c.folder + " an absolute path"
			if _, err := c.At(h, "", e); err == nil || err.Error() != want {
				t.Errorf("%s=%s: %v", c.folder, folder, err)
			}
			project, err := c.At(h, Project, e)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := project.Write(false); err != nil {
				t.Fatal(err)
			}
			mounts, errs := Mounts(h, program)
			if len(mounts) != 1 || mounts[0].Scope != Project || len(errs) != 1 || errs[0].Error() != want {
				t.Errorf("%s=%s: %v, %v", c.folder, folder, mounts, errs)
			}
			if got := inspect(h, program); len(got) != 1 || got[0].Sentence != want || got[0].Command != "give "+c.folder+" an absolute path first, then look again: connector-browser doctor" {
				t.Errorf("%s=%s: %v", c.folder, folder, got)
			}
		}
	}
}

func userFile(t *testing.T, name string, h Host) string {
	t.Helper()
	c, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.place(h, "")
	if err != nil {
		t.Fatal(err)
	}
	return p.File
}

// environ is an environment of these names and values.
func environ(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

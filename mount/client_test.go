package mount

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	connectorbrowser "connector-browser"
)

var update = flag.Bool("update", false, "write the golden files anew")

// sample is an entry as on a person's machine.
var sample = Entry{Program: "/usr/local/bin/connector-browser", Conf: "/home/me/.config/connector-browser"}

// TestSnippets: each client's snippet, byte for byte (CD-004 to CD-011,
// SN-002, SN-003: absolute paths alone).
func TestSnippets(t *testing.T) {
	t.Parallel()
	h := Host{"linux", "/home/me", "/src", environ()}
	for _, c := range Clients {
		t.Run(c.Name, func(t *testing.T) {
			target, err := c.At(h, "", sample)
			if err != nil {
				t.Fatal(err)
			}
			got, err := target.Snippet()
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "snippets", c.Name+filepath.Ext(target.File))
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			found, err := c.format.Find(got, target.path()...)
			if err != nil {
				t.Fatal(err)
			}
			if s := readServer(found.Value); !s.ours(sample.Program) || s.entry() != sample { // CD-011
				t.Errorf("the snippet starts %s for %+v", s, s.entry())
			}
		})
	}
}

// TestCommands: the clients' own commands, ready to paste (CD-005, CD-010).
func TestCommands(t *testing.T) {
	t.Parallel()
	h := Host{"linux", "/home/me", "/src", environ()}
	odd := Entry{Program: "/opt/my tools/connector-browser", Conf: "/home/o'me/conf"}
	for _, c := range []struct {
		client, scope, want string
	}{
		{"claude-code", "user", `claude mcp add --env 'CONFIG_LOCAL_DIR=/home/o'\''me/conf' --scope user browser -- '/opt/my tools/connector-browser' run`},
		{"claude-code", "project", `claude mcp add --env 'CONFIG_LOCAL_DIR=/home/o'\''me/conf' --scope project browser -- '/opt/my tools/connector-browser' run`},
		{"vscode", "user", `code --add-mcp '{"name": "browser", "command": "/opt/my tools/connector-browser", "args": ["run"], "env": {"CONFIG_LOCAL_DIR": "/home/o'\''me/conf"}}'`},
		{"vscode", "project", ""},
		{"copilot-cli", "user", `copilot mcp add browser --env 'CONFIG_LOCAL_DIR=/home/o'\''me/conf' -- '/opt/my tools/connector-browser' run`},
		{"codex", "user", `codex mcp add browser --env 'CONFIG_LOCAL_DIR=/home/o'\''me/conf' -- '/opt/my tools/connector-browser' run`},
		{"gemini-cli", "project", `gemini mcp add --scope project --env 'CONFIG_LOCAL_DIR=/home/o'\''me/conf' browser '/opt/my tools/connector-browser' run`},
		{"cursor", "user", ""},
	} {
		client, err := ByName(c.client)
		if err != nil {
			t.Fatal(err)
		}
		target, err := client.At(h, Scope(c.scope), odd)
		if err != nil {
			t.Fatal(err)
		}
		if got := target.Command(); got != c.want {
			t.Errorf("%s, %s:\n%s\nwant\n%s", c.client, c.scope, got, c.want)
		}
	}
}

// TestToolNames: no client cuts a tool's name or leaves it out. The prefixes
// and limits are those that the clients document or are known for.
func TestToolNames(t *testing.T) {
	t.Parallel()
	var record struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(connectorbrowser.Record, &record); err != nil {
		t.Fatal(err)
	}
	if len(record.Tools) == 0 {
		t.Fatal("no tools are recorded")
	}
	for client, limit := range map[string]struct {
		prefix string
		length int
	}{
		"Claude Code":      {"mcp__browser__", 128},
		"Anthropic's API":  {"mcp__browser__", 64},
		"Codex, OpenAI":    {"mcp__browser__", 64},
		"Gemini CLI":       {"mcp_browser_", 63},
		"Cursor":           {"mcp_browser_", 60},
		"VS Code, Copilot": {"mcp_browser_", 64},
		"Goose":            {"browser__", 64},
	} {
		for _, tool := range record.Tools {
			if name := limit.prefix + tool.Name; len(name) > limit.length {
				t.Errorf("%s cuts %s, of %d characters", client, name, len(name))
			}
		}
	}
}

// TestExpansion: a path that the client would rewrite is refused.
func TestExpansion(t *testing.T) {
	t.Parallel()
	h := Host{"linux", "/home/me", "/src", environ()}
	for client, path := range map[string]string{"claude-code": "/a/${b}", "gemini-cli": "/a/$b", "cursor": "/${userHome}", "zed": "/a/\xff"} {
		c, err := ByName(client)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.At(h, "", Entry{Program: path, Conf: "/c"}); err == nil || !strings.Contains(err.Error(), "move the program") {
			t.Errorf("%s takes %q: %v", client, path, err)
		}
		if _, err := zed.At(h, "", Entry{Program: "/a/$b", Conf: "/c"}); err != nil {
			t.Error(err)
		}
	}
}

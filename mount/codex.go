package mount

import (
	"slices"

	"connector-browser/mount/settings"
)

// codex is OpenAI's command line, whose settings its editor extension and its
// desktop program share (CD-008). A project's file counts only in a project
// that the user's own file calls trusted. Its limit for one call, a minute, is
// shorter than this program's, which would otherwise say what went wrong.
var codex = Client{
	Name:   "codex",
	Title:  "Codex",
	format: settings.TOML{},
	places: func(h Host) []Place {
		return []Place{
			{User, codexHome(h), []string{"mcp_servers"}},
			{Project, h.project(".codex", "config.toml"), []string{"mcp_servers"}},
		}
	},
	folder: "CODEX_HOME",
	entry: func(e Entry) settings.Table {
		return append(slices.Clone(stdio(e)), settings.Field{Name: "tool_timeout_sec", Value: 150})
	},
	add: func(e Entry, scope Scope) []string {
		if scope != User {
			return nil
		}
		return []string{"codex", "mcp", "add", serverName, "--env", "CONFIG_LOCAL_DIR=" + e.Conf, "--", e.Program, "run"}
	},
	remove: func(scope Scope) []string {
		if scope != User {
			return nil
		}
		return []string{"codex", "mcp", "remove", serverName}
	},
	spare: []string{"tool_timeout_sec"},
	trust: "start codex anew in this folder and trust it; until then it does not read the project's file",
	next:  "start codex anew; /mcp there shows it",
}

func codexHome(h Host) string { return h.named("CODEX_HOME", ".codex", "config.toml") }

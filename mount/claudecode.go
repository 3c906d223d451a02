package mount

import (
	"path/filepath"

	"connector-browser/mount/settings"
)

// claudeCode is Anthropic's command line (CD-005). A project's .mcp.json is
// for committing, and asks whoever opens the project first. The servers that
// `claude mcp add` adds by default are in the user's file, below the project.
var claudeCode = Client{
	Name:   "claude-code",
	Title:  "Claude Code",
	format: plainJSON,
	places: func(h Host) []Place {
		own := h.home(".claude.json")
		if dir := h.Getenv("CLAUDE_CONFIG_DIR"); filepath.IsAbs(dir) {
			own = filepath.Join(dir, ".claude.json")
		}
		return []Place{
			{User, own, []string{"mcpServers"}},
			{Project, h.project(".mcp.json"), []string{"mcpServers"}},
			{local, own, []string{"projects", h.Folder, "mcpServers"}},
		}
	},
	folder: "CLAUDE_CONFIG_DIR",
	entry: func(e Entry) settings.Table {
		return append(settings.Table{{Name: "type", Value: "stdio"}}, stdio(e)...)
	},
	add: func(e Entry, scope Scope) []string { // --env takes several: something else must follow it
		return []string{"claude", "mcp", "add", "--env", "CONFIG_LOCAL_DIR=" + e.Conf, "--scope", string(scope), serverName, "--", e.Program, "run"}
	},
	remove: func(scope Scope) []string {
		return []string{"claude", "mcp", "remove", "--scope", string(scope), serverName}
	},
	spare:   []string{"type"},
	expands: "${",
	trust:   "start claude anew in this folder; it asks once whether the project's server may start",
	next:    "start claude anew; /mcp there shows it",
}

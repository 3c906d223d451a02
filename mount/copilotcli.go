package mount

import "connector-browser/mount/settings"

// copilotCLI is GitHub Copilot's command line (CD-007). It passes nothing but
// PATH on, and offers no tool that "tools" does not name. In a repository it
// reads .mcp.json too; .github/mcp.json is Copilot's alone.
var copilotCLI = Client{
	Name:   "copilot-cli",
	Title:  "Copilot CLI",
	format: jsonc,
	places: func(h Host) []Place {
		return []Place{
			{User, h.named("COPILOT_HOME", ".copilot", "mcp-config.json"), []string{"mcpServers"}},
			{Project, h.project(".github", "mcp.json"), []string{"mcpServers"}},
		}
	},
	folder: "COPILOT_HOME",
	entry: func(e Entry) settings.Table {
		t := append(settings.Table{{Name: "type", Value: "local"}}, stdio(e)...)
		return append(t, settings.Field{Name: "tools", Value: []string{"*"}})
	},
	add: func(e Entry, scope Scope) []string {
		if scope != User {
			return nil
		}
		return []string{"copilot", "mcp", "add", serverName, "--env", "CONFIG_LOCAL_DIR=" + e.Conf, "--", e.Program, "run"}
	},
	remove: func(scope Scope) []string {
		if scope != User {
			return nil
		}
		return []string{"copilot", "mcp", "remove", serverName}
	},
	expands: "$",
	trust:   "start copilot anew in this folder and trust it; until then it does not read the project's file",
	next:    "start copilot anew; /mcp there shows it",
}

package mount

import "connector-browser/mount/settings"

// geminiCLI is Google's command line (CD-010). It starts servers only in a
// folder that it trusts, and expands $ everywhere. Its limit for a call is ten
// minutes.
var geminiCLI = Client{
	Name:   "gemini-cli",
	Title:  "Gemini CLI",
	format: settings.JSON{Comments: true},
	places: func(h Host) []Place {
		return []Place{
			{User, h.named("GEMINI_CLI_HOME", "", ".gemini", "settings.json"), []string{"mcpServers"}},
			{Project, h.project(".gemini", "settings.json"), []string{"mcpServers"}},
		}
	},
	folder: "GEMINI_CLI_HOME",
	entry:  stdio,
	add: func(e Entry, scope Scope) []string {
		return []string{"gemini", "mcp", "add", "--scope", string(scope), "--env", "CONFIG_LOCAL_DIR=" + e.Conf, serverName, e.Program, "run"}
	},
	remove: func(scope Scope) []string {
		return []string{"gemini", "mcp", "remove", "--scope", string(scope), serverName}
	},
	expands: "$",
	next:    "start gemini anew, in a folder that it trusts; /mcp there shows it",
}

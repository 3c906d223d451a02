package mount

import "connector-browser/mount/settings"

// vscode is Visual Studio Code with Copilot's agent mode (CD-006). Its table
// is called servers; one called mcpServers does nothing there, silently.
var vscode = Client{
	Name:   "vscode",
	Title:  "VS Code",
	format: jsonc,
	places: func(h Host) []Place {
		return []Place{
			{User, h.application("Code", "User", "mcp.json"), []string{"servers"}},
			{Project, h.project(".vscode", "mcp.json"), []string{"servers"}},
		}
	},
	entry: func(e Entry) settings.Table {
		return append(settings.Table{{Name: "type", Value: "stdio"}}, stdio(e)...)
	},
	add: func(e Entry, scope Scope) []string {
		if scope != User {
			return nil
		}
		named := append(settings.Table{{Name: "name", Value: serverName}}, stdio(e)...)
		return []string{"code", "--add-mcp", settings.OneLine(named)}
	},
	expands: "${",
	wrong:   "mcpServers",
	next:    "open the chat in agent mode; VS Code asks once whether to trust the server",
}

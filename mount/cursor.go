package mount

// cursor is the Cursor editor (CD-009). It merges the two files, the project's
// entry over the user's.
var cursor = Client{
	Name:   "cursor",
	Title:  "Cursor",
	format: jsonc,
	places: func(h Host) []Place {
		return []Place{
			{User, h.home(".cursor", "mcp.json"), []string{"mcpServers"}},
			{Project, h.project(".cursor", "mcp.json"), []string{"mcpServers"}},
		}
	},
	entry:   stdio,
	expands: "${",
	next:    "turn the server on in Cursor's settings, under MCP",
}

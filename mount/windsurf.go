package mount

// windsurf is the Windsurf editor and its agent Cascade (CD-009). Devin Local,
// the newer agent in it, has settings of its own that its makers describe in
// two ways, so they are left to `devin mcp add`.
var windsurf = Client{
	Name:   "windsurf",
	Title:  "Windsurf",
	format: plainJSON,
	places: func(h Host) []Place {
		return []Place{{User, h.home(".codeium", "windsurf", "mcp_config.json"), []string{"mcpServers"}}}
	},
	entry:   stdio,
	expands: "${",
	next:    "press refresh in Cascade's list of MCP servers, or start Windsurf anew",
}

package mount

// lmStudio is LM Studio, from 0.3.17 on (SN-001); it takes Cursor's notation.
// Its own editor, Program, Install, Edit mcp.json, opens the same file.
var lmStudio = Client{
	Name:   "lmstudio",
	Title:  "LM Studio",
	format: plainJSON,
	places: func(h Host) []Place {
		return []Place{{User, h.home(".lmstudio", "mcp.json"), []string{"mcpServers"}}}
	},
	entry: stdio,
	next:  "LM Studio reads it at once; turn the server on in the Program tab",
}

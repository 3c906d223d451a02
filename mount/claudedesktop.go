package mount

// claudeDesktop is Anthropic's desktop program, for macOS; on Linux others
// build it, and keep its file below the folder for settings. A comment or a
// comma too many makes it drop the whole file without a word.
var claudeDesktop = Client{
	Name:   "claude-desktop",
	Title:  "Claude Desktop",
	format: plainJSON,
	places: func(h Host) []Place {
		return []Place{{User, h.application("Claude", "claude_desktop_config.json"), []string{"mcpServers"}}}
	},
	entry: stdio,
	next:  "quit Claude Desktop, not only its window, and start it again",
}

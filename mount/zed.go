package mount

import "connector-browser/mount/settings"

// zed is the Zed editor. Its table is called context_servers, in the general
// settings; "source" is what releases up to 2025 ask for and later ones pass
// over. On macOS too the settings are below ~/.config.
var zed = Client{
	Name:   "zed",
	Title:  "Zed",
	format: jsonc,
	places: func(h Host) []Place {
		own := h.xdg("zed", "settings.json")
		if h.GOOS == "darwin" {
			own = h.home(".config", "zed", "settings.json")
		}
		return []Place{
			{User, own, []string{"context_servers"}},
			{Project, h.project(".zed", "settings.json"), []string{"context_servers"}},
		}
	},
	entry: func(e Entry) settings.Table {
		return append(settings.Table{{Name: "source", Value: "custom"}}, stdio(e)...)
	},
	spare: []string{"source"},
	wrong: "mcpServers",
	next:  "Zed starts it at once; the agent panel's settings show it",
}

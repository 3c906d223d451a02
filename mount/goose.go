package mount

import "connector-browser/mount/settings"

// goose is the Goose agent (CD-010). Its servers are extensions, its settings
// YAML, the program is cmd, and a call's limit must be given.
var goose = Client{
	Name:   "goose",
	Title:  "Goose",
	format: settings.YAML{},
	places: func(h Host) []Place {
		return []Place{{User, h.xdg("goose", "config.yaml"), []string{"extensions"}}}
	},
	entry: func(e Entry) settings.Table {
		return settings.Table{
			{Name: "enabled", Value: true},
			{Name: "type", Value: "stdio"},
			{Name: "name", Value: serverName},
			{Name: "description", Value: "A web browser: pinned, walled in, withholding secrets"},
			{Name: "cmd", Value: e.Program},
			{Name: "args", Value: []string{"run"}},
			{Name: "envs", Value: environment(e)},
			{Name: "env_keys", Value: []string{}},
			{Name: "timeout", Value: 300},
		}
	},
	spare: []string{"name", "description", "env_keys", "timeout"},
	next:  "start a new goose session",
}

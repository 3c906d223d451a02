package surface

import "errors"

// logs shows what the page logged and asked for, from the launch on, and what is
// new since a cursor (CD-120 to CD-124). Of a request it shows the address,
// never headers or bodies.
var logs = Tool{
	Name: "browser_logs", Title: "Logs",
	Description: "Console and network. Each answer ends with a cursor; `since` shows only what is newer. error: exceptions and console.error",
	Arguments: `"action":{"type":"string","enum":["list","wait","clear"],"default":"list"},"kind":{"type":"string","enum":["all","console","error","network"],"default":"all"},` +
		`"level":{"type":"string","enum":["debug","info","warning","error"]},"contains":{"type":"string"},"since":{"type":"integer","minimum":0},` +
		`"limit":{"type":"integer","minimum":1,"maximum":500,"default":50},` + timeoutArgument,
	ReadOnly: true,
	Like:     []string{"browser_console_messages", "browser_network_requests"}, Replaces: []string{"browser_console_messages"},
	Touches: "what the page wrote to its console, and the addresses of its requests, tokens in them included",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Action   string  `json:"action"`
			Kind     string  `json:"kind"`
			Level    *string `json:"level,omitempty"`
			Contains *string `json:"contains,omitempty"`
			Since    *int64  `json:"since,omitempty"`
			Limit    int64   `json:"limit"`
			Timeout  int64   `json:"timeout"`
			Cursor   int64   `json:"cursor"` // numbers of a new browser's log go on from here
		}{Action: "list", Kind: "all", Limit: 50}
		g.read(&a)
		if a.Level != nil && a.Kind == "network" {
			return Call{}, errors.New("argument level is of the console, not of the network")
		}
		a.Timeout, a.Cursor = g.timeout(), g.Cursor
		return Script("logs", a), nil
	},
}

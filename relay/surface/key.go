package surface

// key presses keys, and holds them (CD-026, CD-027).
var key = Tool{
	Name: "browser_key", Title: "Keys",
	Description: "Press a key or a chord (`Enter`, `Control+A`) where the focus is, or hold one down and let it go",
	Arguments:   `"key":{"type":"string"},"action":{"type":"string","enum":["press","down","up"],"default":"press"}`,
	Required:    []string{"key"},
	Shows:       true,
	Like:        []string{"browser_press_key"}, Replaces: []string{"browser_press_key"},
	Touches: "the focused element of the page: can send forms and start shortcuts of the page",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Key    string `json:"key"`
			Action string `json:"action"`
		}{Action: "press"}
		g.read(&a)
		return Script("key", a), nil
	},
}

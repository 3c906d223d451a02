package surface

import "errors"

// element does to one element what the upstream has no tool for (CD-025).
var element = Tool{
	Name: "browser_element", Title: "Act on an element",
	Description: "Do one thing to an element. check and uncheck may be repeated; select takes the value of an option",
	Arguments: targetArgument + `,"action":{"type":"string","enum":["dblclick","focus","scroll","clear","check","uncheck","select"]},` +
		`"value":{"type":"string"}`,
	Required: []string{"target", "action"},
	Shows:    true,
	Like:     []string{"browser_click", "browser_type", "browser_select_option"},
	Touches:  "presses, empties, ticks and chooses on the page what a person could",
	Plan: func(g Given) (Call, error) {
		var a struct {
			Target string  `json:"target"`
			Action string  `json:"action"`
			Value  *string `json:"value,omitempty"`
		}
		g.read(&a)
		if (a.Action == "select") != (a.Value != nil) {
			return Call{}, errors.New("argument value is for select, and needed there")
		}
		return Script("element", a), nil
	},
}

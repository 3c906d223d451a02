package surface

import "errors"

// dialog looks at the dialog that is open, and answers it (CD-031).
var dialog = Tool{
	Name: "browser_dialog", Title: "Dialog",
	Description: "Look at the open dialog (alert, confirm, prompt), accept or dismiss it",
	Arguments:   `"action":{"type":"string","enum":["inspect","accept","dismiss"]},"text":{"type":"string","description":"For a prompt"}`,
	Required:    []string{"action"},
	Shows:       true,
	Like:        []string{"browser_handle_dialog"}, Replaces: []string{"browser_handle_dialog"},
	Touches: `answers a question of the page, "delete this?" included`,
	Plan: func(g Given) (Call, error) {
		var a struct {
			Action string  `json:"action"`
			Text   *string `json:"text"`
		}
		g.read(&a)
		if a.Text != nil && a.Action != "accept" {
			return Call{}, errors.New("argument text is for accept")
		}
		if a.Action == "inspect" {
			return Script("dialog", struct{}{}), nil
		}
		given := map[string]any{"accept": a.Action == "accept"}
		if a.Text != nil {
			given["promptText"] = *a.Text
		}
		return Call{"browser_handle_dialog", given}, nil
	},
}

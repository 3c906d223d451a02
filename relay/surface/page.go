package surface

import "errors"

// page lists, opens, chooses and closes pages (CD-040): the upstream's tabs, by
// its numbers.
var page = Tool{
	Name: "browser_page", Title: "Pages",
	Description: "List, open, select or close pages (tabs). One that a page opens is listed, and not selected",
	Arguments:   `"action":{"type":"string","enum":["list","open","select","close"]},"index":{"type":"integer","minimum":0},"url":{"type":"string"}`,
	Required:    []string{"action"},
	Shows:       true,
	Like:        []string{"browser_tabs", "browser_navigate"}, Replaces: []string{"browser_tabs"},
	Touches: "opens, closes and chooses pages; a new one at every host that network.allow opens",
	Plan: func(g Given) (Call, error) {
		var a struct {
			Action string  `json:"action"`
			Index  *int64  `json:"index,omitempty"`
			URL    *string `json:"url,omitempty"`
		}
		g.read(&a)
		switch {
		case a.Action == "select" && a.Index == nil:
			return Call{}, errors.New("argument index is missing: which page is to be selected")
		case a.Index != nil && a.Action != "select" && a.Action != "close":
			return Call{}, errors.New("argument index is for select and close")
		case a.URL != nil && a.Action != "open":
			return Call{}, errors.New("argument url is for open")
		case a.Action == "open":
			a.Action = "new"
		}
		return Call{"browser_tabs", a}, nil
	},
}

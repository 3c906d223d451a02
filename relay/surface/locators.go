package surface

// locators names an element in ways that hold longer than a ref (CD-038).
var locators = Tool{
	Name: "browser_locators", Title: "Locators",
	Description: "Name an element for a test: by role, label, test id, text and CSS, each tried on the page",
	Arguments:   targetArgument + `,"limit":{"type":"integer","minimum":1,"maximum":20,"default":5}`,
	Required:    []string{"target"},
	ReadOnly:    true,
	Like:        []string{"browser_snapshot"},
	Touches:     "how the elements of the page are named",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Target string `json:"target"`
			Limit  int64  `json:"limit"`
		}{Limit: 5}
		g.read(&a)
		return Script("locators", a), nil
	},
}

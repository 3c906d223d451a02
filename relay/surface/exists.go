package surface

// exists says at once whether something is there (CD-033).
var exists = Tool{
	Name: "browser_exists", Title: "Exists",
	Description: "Say at once whether a target is on the page, and how often",
	Arguments:   targetArgument,
	Required:    []string{"target"},
	ReadOnly:    true,
	Like:        []string{"browser_snapshot"},
	Touches:     "sees whether something is on the page",
	Plan:        func(g Given) (Call, error) { return Script("exists", g.Arguments), nil },
}

package surface

import "errors"

// read reads one thing off the page: a text, a field, an attribute, a state
// (CD-035). Without a target it is the page's main content (SN-063, SN-064).
var read = Tool{
	Name: "browser_read", Title: "Read",
	Description: "Read the page's main text or, of a target, its text, value, attribute or state. Long text comes in parts: go on with `offset`",
	Arguments: targetArgument + `,"what":{"type":"string","enum":["text","value","attribute","visible","enabled","checked"],"default":"text"},` +
		`"name":{"type":"string","description":"Of the attribute"},"offset":{"type":"integer","minimum":0}`,
	ReadOnly: true,
	Like:     []string{"browser_snapshot"},
	Touches:  "the text, fields and links of the page",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Target *string `json:"target,omitempty"`
			What   string  `json:"what"`
			Name   *string `json:"name,omitempty"`
			Offset int64   `json:"offset"`
		}{What: "text"}
		g.read(&a)
		switch {
		case a.Target == nil && a.What != "text":
			return Call{}, errors.New("argument target is missing: " + a.What + " is of an element")
		case (a.What == "attribute") != (a.Name != nil):
			return Call{}, errors.New("argument name is for an attribute, and needed there")
		}
		return Script("read", a), nil
	},
	Judge: (*Outcome).conceal,
}

package surface

import (
	"errors"
	"regexp"
)

// mock answers requests of the page in the place of their host, or blocks them
// (CD-150). Only what the page's scripts fetch is answered, never a document, a
// script or a frame, so no page is made up; and only for a host that the network
// policy opens: validate judges the address like one that is opened.
var mock = Tool{
	Name: "browser_mock", Title: "Mock requests",
	Description: "Answer what the page fetches from an address, or block it, until it is removed. The address may end in *",
	Arguments: `"action":{"type":"string","enum":["add","block","list","remove","clear"]},"address":{"type":"string","maxLength":2048},` +
		`"status":{"type":"integer","minimum":100,"maximum":599,"default":200},"body":{"type":"string","maxLength":65536},` +
		`"content_type":{"type":"string","maxLength":100,"default":"application/json"},"id":{"type":"integer","minimum":1}`,
	Required: []string{"action"},
	Like:     []string{"browser_evaluate"},
	Touches:  "what the page's scripts are told by the hosts that they ask",
	Plan: func(g Given) (Call, error) {
		a := struct {
			Action      string  `json:"action"`
			Address     *string `json:"address,omitempty"`
			Status      int64   `json:"status"`
			Body        string  `json:"body"`
			ContentType string  `json:"content_type"`
			ID          *int64  `json:"id,omitempty"`
		}{Status: 200, ContentType: "application/json"}
		g.read(&a)
		makes := a.Action == "add" || a.Action == "block"
		switch {
		case makes != (a.Address != nil):
			return Call{}, errors.New("argument address is for add and block, and needed there")
		case (a.Action == "remove") != (a.ID != nil):
			return Call{}, errors.New("argument id is for remove, and needed there")
		case a.Address != nil && !wholeHost.MatchString(*a.Address):
			return Call{}, errors.New("argument address must be of http or https, with its host in full and the / behind it, such as https://example.com/api/*")
		case !printable(a.ContentType):
			return Call{}, errors.New("argument content_type is no media type")
		case len(a.Body) > 64<<10:
			return Call{}, errors.New("argument body has more than 65536 bytes")
		}
		return Script("mock", a), nil
	},
}

// wholeHost is an address whose host is said in full, so that no other host has
// addresses that begin like it.
var wholeHost = regexp.MustCompile(`^https?://[A-Za-z0-9.:\[\]-]+/`)

// printable says whether a text may stand in a header.
func printable(text string) bool {
	for _, r := range text {
		if r < ' ' || r > '~' {
			return false
		}
	}
	return text != ""
}

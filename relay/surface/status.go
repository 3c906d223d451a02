package surface

// status says where the session is (CD-170). The relay remembers that, so no
// browser starts for the question.
var status = Tool{
	Name: "browser_status", Title: "Status",
	Description: "Whether a page is open, and which, as last seen. Starts nothing",
	ReadOnly:    true,
	Touches:     "the address and title of the page",
}

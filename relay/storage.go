package relay

import "fmt"

// StorageState is the one tool of the storage capability that is offered, and
// only while the export of the login state is on (CB-127).
const StorageState = "browser_storage_state"

// withheldStorage are the tools that the storage capability brings beside it.
// They would hand the login state to the model, or let it plant one. A call of
// one is answered as the upstream answers an unknown tool, so that it does not
// even show that they exist (CB-123, CB-124, CB-126).
var withheldStorage = []string{
	"browser_cookie_list", "browser_cookie_get", "browser_cookie_set", "browser_cookie_delete", "browser_cookie_clear",
	"browser_localstorage_list", "browser_localstorage_get", "browser_localstorage_set", "browser_localstorage_delete", "browser_localstorage_clear",
	"browser_sessionstorage_list", "browser_sessionstorage_get", "browser_sessionstorage_set", "browser_sessionstorage_delete", "browser_sessionstorage_clear",
	"browser_set_storage_state",
}

// unknownTool is the upstream's own answer to a tool that it does not have
// (measured: see docs/upstream.md). The child is not asked, so no browser
// starts for it.
func unknownTool(name string) toolError {
	return toolError{
		Content: []textBlock{{"text", fmt.Sprintf("### Error\nTool %q not found", name)}},
		IsError: true,
	}
}

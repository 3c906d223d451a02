package policy

// reach is what each tool of the pinned upstream can touch (CB-166): the worst
// a granted tool can be used for inside the walls, not what it is meant for.
// The upstream's own annotations do not say this: it marks tools read-only that
// write files and show logins.
var reach = []struct{ tool, touches string }{
	{"browser_close", "closes the open page; what the login gained in it stays in the session"},
	{"browser_resize", "the size of the page, which the page can see"},
	{"browser_console_messages", "what the page wrote to its console, tokens included; may write a file into the launch directory"},
	{"browser_handle_dialog", `answers a question of the page, "delete this?" included`},
	{"browser_emulate_media", "the colours and media type that the page sees"},
	{"browser_evaluate", "anything that the page's own scripts can: its storage, its forms, requests in its name to every allowed host"},
	{"browser_file_upload", "gives the page files of the folders in files.read and of the launch directory"},
	{"browser_drop", "gives the page text, and files of the folders in files.read and of the launch directory"},
	{"browser_find", "the text of the page; may write a file into the launch directory"},
	{"browser_fill_form", "writes into the page's fields; named secrets only on hosts that they name"},
	{"browser_press_key", "the focused element of the page: can send forms and start shortcuts of the page"},
	{"browser_type", "writes into the page's fields and may send the form; named secrets only on hosts that they name"},
	{"browser_navigate", "every host that network.allow opens, with the session's logins; addresses carry data out"},
	{"browser_navigate_back", "the page before, with a new request to its host"},
	{"browser_network_requests", "the addresses of all requests of the page, tokens in them included; may write a file into the launch directory"},
	{"browser_network_request", "headers and bodies of a request and its answer, logins included; may write a file into the launch directory"},
	{"browser_run_code_unsafe", "runs code beside the browser, inside the walls: every page, cookie and login of the session, every file of the launch directory"},
	{"browser_take_screenshot", "what the page looks like, fields included; writes a file into the launch directory"},
	{"browser_snapshot", "the text and fields of the page; may write a file into the launch directory"},
	{"browser_click", "presses anything on the page: buys, sends, deletes what the login may; can start a download into the launch directory"},
	{"browser_drag", "moves things on the page, as a person could; from one part of a button to another that presses it"},
	{"browser_hover", "shows what the page shows under the pointer"},
	{"browser_select_option", "chooses in the page's lists"},
	{"browser_tabs", "opens, closes and chooses pages; a new one at every host that network.allow opens"},
	{"browser_wait_for", "waits, and sees whether a text is on the page"},

	// With the login state's export on.
	{"browser_cookie_list", "every cookie of the session, logins included"},
	{"browser_cookie_get", "the value of a cookie, logins included"},
	{"browser_cookie_set", "any cookie of any site: can log the session in as somebody else"},
	{"browser_cookie_delete", "a cookie of any site: can log the session out"},
	{"browser_cookie_clear", "all cookies: logs the session out everywhere"},
	{"browser_storage_state", "reads the whole login state; with export on it is saved as the secret handle"},
	{"browser_set_storage_state", "replaces the whole login state of the session"},
	{"browser_localstorage_list", "every localStorage entry of the open page's site, tokens included"},
	{"browser_localstorage_get", "a localStorage entry of the open page's site, tokens included"},
	{"browser_localstorage_set", "writes a localStorage entry of the open page's site"},
	{"browser_localstorage_delete", "removes a localStorage entry of the open page's site"},
	{"browser_localstorage_clear", "removes all localStorage entries of the open page's site"},
	{"browser_sessionstorage_list", "every sessionStorage entry of the open page's site, tokens included"},
	{"browser_sessionstorage_get", "a sessionStorage entry of the open page's site, tokens included"},
	{"browser_sessionstorage_set", "writes a sessionStorage entry of the open page's site"},
	{"browser_sessionstorage_delete", "removes a sessionStorage entry of the open page's site"},
	{"browser_sessionstorage_clear", "removes all sessionStorage entries of the open page's site"},
}

// Reach says in one line what a tool can touch; ok is false for a name that
// the pinned upstream does not have.
func Reach(tool string) (touches string, ok bool) {
	for _, row := range reach {
		if row.tool == tool {
			return row.touches, true
		}
	}
	return "", false
}

// ReachNames are the names of all tools that have a row.
func ReachNames() []string {
	names := make([]string, len(reach))
	for i, row := range reach {
		names[i] = row.tool
	}
	return names
}

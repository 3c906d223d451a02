package snapshot

import "slices"

// The roles that matter, by what they are to an agent.
var (
	pressed   = []string{"button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "treeitem", "checkbox", "radio", "switch", "slider", "listbox"}
	toggles   = []string{"checkbox", "radio", "switch", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem"}
	inline    = []string{"text", "emphasis", "strong", "code", "link", "superscript", "subscript", "time", "mark", "insertion", "deletion", "generic", "img", "term"}
	statuses  = []string{"status", "alert", "log", "timer", "marquee", "caption", "progressbar", "meter", "figure"}
	landmarks = []string{"form", "search", "navigation", "region", "group", "radiogroup", "list", "menu", "menubar", "tablist", "tabpanel", "toolbar", "tree", "table", "grid", "treegrid", "article", "feed"}
	surrounds = []string{"banner", "navigation", "contentinfo", "complementary"}
	cells     = []string{"cell", "gridcell", "columnheader", "rowheader"}
	dialogs   = []string{"dialog", "alertdialog"}
)

func in(role string, roles []string) bool { return slices.Contains(roles, role) }

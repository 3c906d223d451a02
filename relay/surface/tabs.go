package surface

import (
	"fmt"
	"strings"
)

// What the line of the tabs shows at most.
const (
	maxTabs = 10
	maxTab  = 60
)

// Tabs is the line that says which tabs are open, while there are several: by
// the index that browser_tabs takes, and how to get to one that was not there
// before (SN-058). One that a page opens is listed and never selected by itself
// (CD-040).
func Tabs(addresses []string, current, before int) string {
	if len(addresses) < 2 {
		return ""
	}
	var tabs []string
	for i, address := range addresses {
		if i == maxTabs {
			tabs = append(tabs, fmt.Sprintf("and %d more", len(addresses)-maxTabs))
			break
		}
		tab := fmt.Sprintf("%d %s", i, Cut(address, maxTab))
		if i == current {
			tab += " (current)"
		}
		tabs = append(tabs, tab)
	}
	line := "tabs: " + strings.Join(tabs, ", ")
	if last := len(addresses) - 1; before > 0 && last >= before && last != current {
		line += fmt.Sprintf("\nnew tab: browser_tabs {\"action\":\"select\",\"index\":%d}", last)
	}
	return line
}

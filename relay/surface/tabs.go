package surface

import (
	"fmt"
	"regexp"
	"strings"
)

// What the line of the tabs shows at most.
const (
	maxTabs = 10
	maxTab  = 60
)

// Tabs is the line that says which tabs are open, while there are several: by
// their index, and how to get to one that was not there before, with the tool that
// the client is given for that, if any (SN-058). One that a page opens is listed and
// never selected by itself (CD-040).
func Tabs(addresses []string, current, before int, tool string) string {
	if len(addresses) < 2 {
		return ""
	}
	var tabs []string
	for i, address := range addresses {
		if i == maxTabs {
			tabs = append(tabs, fmt.Sprintf("and %d more", len(addresses)-maxTabs))
			break
		}
		tab := fmt.Sprintf("%d %s", i, Clip(address, maxTab))
		if i == current {
			tab += " (current)"
		}
		tabs = append(tabs, tab)
	}
	line := "tabs: " + strings.Join(tabs, ", ")
	if last := len(addresses) - 1; before > 0 && last >= before && last != current && tool != "" {
		line += fmt.Sprintf("\nnew tab: %s {\"action\":\"select\",\"index\":%d}", tool, last)
	}
	return line
}

var numbered = regexp.MustCompile(`(?m)^- [0-9]+: `)

// Pages says how many pages a list of the upstream's has, and what their numbers are.
func Pages(list string) string {
	switch n := len(numbered.FindAllString(list, -1)); n {
	case 0:
		return "no page is open"
	case 1:
		return "there is one page, 0"
	case 2:
		return "there are 2 pages, 0 and 1"
	default:
		return fmt.Sprintf("there are %d pages, 0 to %d", n, n-1)
	}
}

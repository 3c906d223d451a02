package surface

import (
	"slices"
	"strings"
)

// A Section is one part of the upstream's answer: "### Page" and what follows.
type Section struct{ Title, Body string }

// titles are the sections that the pinned upstream writes (docs/upstream.md). A
// line of a result that only looks like a title is not one.
var titles = []string{"Error", "Result", "Ran Playwright code", "Open tabs", "Page", "Modal state", "Snapshot", "Events"}

// Sections takes an answer of the upstream's apart. Text before the first title
// is a section without one.
func Sections(text string) (list []Section) {
	var title string
	var body []string
	flush := func() {
		if joined := strings.Join(body, "\n"); title != "" || joined != "" {
			list = append(list, Section{title, joined})
		}
		body = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if name, found := strings.CutPrefix(line, "### "); found && slices.Contains(titles, name) {
			flush()
			title = name
			continue
		}
		body = append(body, line)
	}
	flush()
	return list
}

// Body is the body of the first section with this title.
func Body(list []Section, title string) string {
	for _, s := range list {
		if s.Title == title {
			return s.Body
		}
	}
	return ""
}

// Said is what an answer says beside the page, which the observation tells in
// fewer words, and beside the code that was run: the result of a call, the tabs
// while there are several, downloads.
func Said(list []Section) string {
	var said []string
	for _, s := range list {
		switch s.Title {
		case "", "Result":
			said = append(said, s.Body)
		case "Open tabs":
			said = append(said, "tabs:\n"+s.Body)
		case "Events":
			var events []string
			for line := range strings.SplitSeq(s.Body, "\n") {
				if line != "" && !strings.HasPrefix(line, "- New console entries: ") {
					events = append(events, line)
				}
			}
			if len(events) > 0 {
				said = append(said, strings.Join(events, "\n"))
			}
		}
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

// ConsoleErrors is how many errors the page's console held, as the upstream
// counts them: uncaught exceptions, console.error, resources that did not load.
func ConsoleErrors(list []Section) int {
	for line := range strings.SplitSeq(Body(list, "Page"), "\n") {
		if counts, found := strings.CutPrefix(line, "- Console: "); found {
			n := 0
			for i := 0; i < len(counts) && i < 9 && counts[i] >= '0' && counts[i] <= '9'; i++ {
				n = n*10 + int(counts[i]-'0')
			}
			return n
		}
	}
	return 0
}

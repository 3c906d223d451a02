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
// fewer words, and beside the code that was run: the result of a call, downloads.
func Said(list []Section) string {
	var said []string
	for _, s := range list {
		if s.Title == "" || s.Title == "Result" {
			said = append(said, s.Body)
		}
	}
	if events := Events(list); events != "" {
		said = append(said, events)
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}

// Events are the downloads of an answer, a line each. What the console said is
// counted elsewhere.
func Events(list []Section) string {
	var events []string
	for line := range strings.SplitSeq(Body(list, "Events"), "\n") {
		if line != "" && !strings.HasPrefix(line, "- New console entries: ") {
			events = append(events, strings.TrimPrefix(line, "- "))
		}
	}
	return strings.Join(events, "\n")
}

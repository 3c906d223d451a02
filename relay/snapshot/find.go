package snapshot

import (
	"fmt"
	"strings"
)

// contextLines are shown above and below each line that is found.
const contextLines = 3

// Find looks for lines of a snapshot and gives them with the lines around them,
// each part below the elements that it lies in, as the upstream's browser_find
// does. Query is what was looked for, as the answer repeats it.
func Find(text, query string, matches func(line string) bool) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	tree := outline(lines)
	found := 0
	path := make([]bool, len(lines)) // lines that are found, and what they lie in
	var parts [][2]int               // first and last line
	for i, line := range lines {
		if !matches(line) {
			continue
		}
		found++
		for at := i; at >= 0; at = tree[at].parent {
			path[at] = true
		}
		first, last := max(0, i-contextLines), min(len(lines)-1, i+contextLines)
		if n := len(parts); n > 0 && first <= parts[n-1][1]+1 {
			parts[n-1][1] = last
		} else {
			parts = append(parts, [2]int{first, last})
		}
	}
	if found == 0 {
		return "No matches found for " + query + "."
	}
	noun := "matches"
	if found == 1 {
		noun = "match"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Found %d %s for %s:\n", found, noun, query)
	for i, part := range parts {
		if i > 0 {
			b.WriteString("\n\n----\n")
		}
		var shown []int
		for at := tree[part[0]].parent; at >= 0; at = tree[at].parent {
			shown = append([]int{at}, shown...)
		}
		for at := part[0]; at <= part[1]; at++ {
			shown = append(shown, at)
		}
		for n, at := range shown {
			if n > 0 && at > shown[n-1]+1 && !path[at] && !path[shown[n-1]] {
				b.WriteString("\n" + strings.Repeat(" ", tree[at].indent) + "...")
			}
			b.WriteString("\n" + lines[at])
		}
	}
	return b.String()
}

// stand is where a line stands in the tree: how far it is indented, and the line of
// the element around it, -1 at the root.
type stand struct{ indent, parent int }

func outline(lines []string) []stand {
	tree := make([]stand, len(lines))
	open := []int{} // the elements around the line, outermost first
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		for len(open) > 0 && tree[open[len(open)-1]].indent >= indent {
			open = open[:len(open)-1]
		}
		tree[i] = stand{indent, -1}
		if len(open) > 0 {
			tree[i].parent = open[len(open)-1]
		}
		open = append(open, i)
	}
	return tree
}

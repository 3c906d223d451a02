package snapshot

import (
	"fmt"
	"strings"
)

// Options say what is known of a page beyond its text, and how much to show.
type Options struct {
	Elements int               // how many elements at most; 0: 40
	Modal    string            // the ref of the open modal; empty: the text decides
	Overlays map[string]bool   // refs of fixed layers, such as cookie bars (SN-028)
	Status   map[string]bool   // refs of live regions and of texts that are evidence (CD-096)
	Marks    map[string]string // by ref: a locator hint, "(shadow root)" (CD-090, CD-093)
}

// NoModal in Options.Modal says that dialogs of the page do not block it.
const NoModal = "-"

// Render writes the page: a header and a line for each element (CD-090). Beyond
// the budget it leaves out what matters least (SN-021), and says so in the last
// line; left is how many elements that were, those behind a modal included.
func Render(p *Page, o Options) (text string, left int) {
	if p.Dialog != "" {
		return "dialog open: " + p.Dialog, 0
	}
	items, behind := alone(fold(flatten(p, o)))
	budget := o.Elements
	if budget <= 0 {
		budget = defaultElements
	}
	spend(items, budget)
	var b strings.Builder
	if p.Title != "" || p.URL != "" {
		b.WriteString(header(p) + "\n")
	}
	texts := 0
	for _, i := range items {
		switch {
		case i.shown:
		case i.kind == element:
			left += i.times
		case i.kind != container:
			texts++
		}
	}
	for _, i := range order(items, left > 0) {
		b.WriteString(strings.Repeat(" ", i.indent) + i.line())
		if i.kind == element && i.node.has("active") {
			b.WriteString(" (active)")
		}
		if i.times > 1 {
			fmt.Fprintf(&b, " ×%d", i.times)
		}
		b.WriteByte('\n')
	}
	b.WriteString(rest(left, texts, behind, budget))
	return strings.TrimSuffix(b.String(), "\n"), left + behind
}

// header is the line `page: TITLE — URL`.
func header(p *Page) string {
	title, url := clip(p.Title, 2*maxChars), clip(p.URL, 4*maxChars)
	if title == "" {
		return "page: " + url
	}
	return "page: " + title + " — " + url
}

// placed is an item and how far it is indented.
type placed struct {
	*item
	indent int
}

// order puts layers above the page first (SN-028). On a page that is not shown
// whole, what the budget went to first follows, out of its containers.
func order(items []*item, isCut bool) (lines []placed) {
	lifted := func(i *item) bool { return isCut && i.kind == element && i.rank < layers && !i.overlay }
	for _, i := range items {
		if i.shown && i.overlay {
			lines = append(lines, placed{i, i.depth()})
		}
	}
	for r := fields; r < layers; r++ {
		for _, i := range items {
			if i.shown && lifted(i) && i.rank == r {
				lines = append(lines, placed{i, 0})
			}
		}
	}
	for _, i := range items {
		if i.shown && !i.overlay && !lifted(i) {
			lines = append(lines, placed{i, i.depth()})
		}
	}
	return lines
}

// rest says what was left out and how to reach it.
func rest(elements, texts, behind, budget int) string {
	var parts []string
	ways := []string{"browser_find"}
	if elements > 0 {
		parts = append(parts, many(elements, "more element"))
	}
	if texts > 0 {
		parts = append(parts, many(texts, "more text"))
	}
	if elements > 0 {
		ways = append(ways, fmt.Sprintf("or elements: %d", max(100, budget*5/2)))
	}
	line := ""
	if len(parts) > 0 {
		line = "… " + strings.Join(parts, ", ") + ": " + strings.Join(ways, ", ") + "\n"
	}
	if behind > 0 {
		line += "… " + many(behind, "element") + " behind the dialog\n"
	}
	return line
}

func many(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

package snapshot

import "strings"

// maxDepth bounds the tree. What is nested deeper hangs at the last level.
const maxDepth = 200

// Parse reads the answer of browser_snapshot, or the snapshot alone. It takes
// any text: a line that it does not understand becomes a node that holds the
// line. Values of fields that read like secrets are left out (CD-092).
//
// While a dialog is open there is no snapshot. What stands in the dialog's own
// words, line breaks included, is the page's and is read as nothing else.
func Parse(text string) *Page {
	p := new(Page)
	head, yaml, found := strings.Cut(text, "```yaml\n")
	before, state, blocked := strings.Cut("\n"+head, "\n### Modal state\n- [")
	switch {
	case blocked:
		p.header(before)
		p.Dialog = dialog(state)
	case found:
		p.header(head)
		yaml, _, _ = strings.Cut("\n"+yaml, "\n```")
		p.entries(yaml)
	case strings.HasPrefix(text, "### ") || strings.Contains(text, "\n### "):
		p.header(text)
	default:
		p.entries(text)
	}
	p.suppress()
	return p
}

// Read makes a page of its title, its address and its snapshot alone.
func Read(title, url, text string) *Page {
	p := &Page{Title: title, URL: url}
	p.entries(text)
	p.suppress()
	return p
}

// header reads what the upstream says before the snapshot. A page cannot forge
// its lines: neither a title nor an address holds a line break.
func (p *Page) header(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if url, ok := strings.CutPrefix(line, "- Page URL: "); ok && p.URL == "" {
			p.URL = url
		} else if title, ok := strings.CutPrefix(line, "- Page Title: "); ok && p.Title == "" {
			p.Title = title
		}
	}
}

// dialog says in one line what the upstream says of an open dialog:
//
//	### Modal state
//	- ["alert" dialog with message "Saved"]: can be handled by browser_handle_dialog
//
// is `alert: Saved`.
func dialog(state string) string {
	if end := strings.LastIndex(state, "]: can be handled by "); end >= 0 {
		state = state[:end]
	}
	if kind, message, found := strings.Cut(state, " dialog with message "); found {
		state = strings.Trim(kind, `"`) + ": " + strings.TrimSuffix(strings.TrimPrefix(message, `"`), `"`)
	}
	return clip(state, 2*maxChars)
}

// entries reads the lines of a snapshot. The indentation says whose child each is.
func (p *Page) entries(text string) {
	type open struct {
		indent int
		node   *Node
	}
	stack := make([]open, 0, 32)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		entry := strings.TrimLeft(line, " ")
		if entry == "" {
			continue
		}
		indent := len(line) - len(entry)
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		var parent *Node
		if len(stack) > 0 {
			parent = stack[len(stack)-1].node
		}
		n, ok := readEntry(entry, parent)
		switch {
		case !ok:
			p.Unknown++
			n = &Node{Unknown: entry}
		case n == nil:
			continue // a property: it went to the parent
		}
		if parent == nil {
			p.Roots = append(p.Roots, n)
		} else {
			parent.Children = append(parent.Children, n)
		}
		if n.Unknown == "" && n.Role != "text" && len(stack) < maxDepth {
			stack = append(stack, open{indent, n})
		}
	}
}

package snapshot

import (
	"net/url"
	"strings"

	"connector-browser/relay/withhold"
)

// suppress takes out the values of fields that read like secrets, and those of
// an address's parameters that do (CD-092, U9): a form that sends with GET shows
// a password there. It goes by words, so it is a best effort; Hide takes
// what the page itself knows.
func (p *Page) suppress() {
	p.URL = maskQuery(p.URL)
	before := "" // the text before an unlabelled field is its label
	p.Walk(func(n *Node) bool {
		n.URL = maskQuery(n.URL)
		switch {
		case typed(n.Role):
			if withhold.ReadsLikeSecret(n.Name) || withhold.ReadsLikeSecret(n.Placeholder) ||
				n.Name == "" && withhold.ReadsLikeSecret(before) {
				n.empty()
			}
			before = ""
			return false
		case n.Text != "":
			before = n.Text
		case n.Name != "":
			before = n.Name
		}
		return true
	})
}

// empty takes the value out of a field, be it the field's own text or below it.
func (n *Node) empty() {
	n.Filled = n.Filled || n.Text != "" || len(n.Children) > 0
	n.Text, n.Children = "", nil
}

// typed says whether text is typed into elements of this role.
func typed(role string) bool {
	return in(role, []string{"textbox", "searchbox", "spinbutton", "combobox"})
}

// Address is an address as it may be shown: without the values of parameters
// whose names read like secrets.
func Address(url string) string { return maskQuery(url) }

// maskQuery replaces the values of an address's parameters whose names read like
// secrets. Everything else in it stays, since what a query says tells links apart.
func maskQuery(address string) string {
	start := strings.IndexAny(address, "?#")
	if start < 0 {
		return address
	}
	var b strings.Builder
	b.WriteString(address[:start])
	for rest := address[start:]; rest != ""; {
		end := 1 + strings.IndexAny(rest[1:], "?&#;")
		if end == 0 {
			end = len(rest)
		}
		name, value, found := strings.Cut(rest[:end], "=")
		if found && value != "" && withhold.ReadsLikeSecret(decoded(name[1:])) {
			b.WriteString(name + "=[withheld]")
		} else {
			b.WriteString(rest[:end])
		}
		rest = rest[end:]
	}
	return b.String()
}

func decoded(name string) string {
	if plain, err := url.QueryUnescape(name); err == nil {
		return plain
	}
	return name
}

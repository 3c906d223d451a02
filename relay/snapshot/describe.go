package snapshot

import "strings"

// describe says of an element its role, its name, what the caller marked it with
// and what state it is in (CD-090): `textbox "Email" value="ada" #email (disabled)`.
func (f *flattener) describe(n *Node, level string) string {
	var b strings.Builder
	b.WriteString(n.Role)
	if name := nameOf(n); name != "" {
		b.WriteString(" " + quote(name))
	} else if n.Placeholder != "" {
		b.WriteString(" placeholder=" + quote(n.Placeholder))
	}
	if own, ok := n.Get("level"); ok && level == "" && n.Role == "heading" {
		level = own
	}
	if level != "" {
		b.WriteString(" [level=" + level + "]")
	}
	if n.URL != "" {
		b.WriteString(" href=" + quote(n.URL))
	}
	if value := valueOf(n); value != "" {
		b.WriteString(" value=" + quote(value))
	}
	if options := optionsOf(n); options != "" {
		b.WriteString(" options=" + quote(options))
	}
	if mark := f.options.Marks[n.Ref]; mark != "" && n.Ref != "" {
		b.WriteString(" " + clip(mark, maxChars))
	}
	if n.Filled {
		b.WriteString(" (filled)")
	}
	for _, a := range n.Attributes {
		b.WriteString(state(a))
	}
	return b.String()
}

// nameOf is what an element is called. One to be pressed that the upstream gives
// no name, such as a clickable part of the page, is called by what is in it.
func nameOf(n *Node) string {
	if n.Name == "" && (in(n.Role, pressed) || n.Role == "heading" || n.has("cursor")) && n.Role != "slider" && n.Role != "listbox" {
		return said(n)
	}
	return n.Name
}

// valueOf is what a field holds: of a select, the options that are selected.
func valueOf(n *Node) string {
	switch {
	case n.Role == "slider":
		return n.Text
	case !typed(n.Role):
		return ""
	case n.Text != "":
		return n.Text
	case n.Role != "combobox":
		return said(n)
	}
	var selected []string
	for _, c := range n.Children {
		if c.Role == "option" && c.has("selected") {
			selected = append(selected, c.Name)
		}
	}
	return strings.Join(selected, ", ")
}

// optionsOf lists what a select offers beside what is selected.
func optionsOf(n *Node) string {
	var names []string
	for _, c := range n.Children {
		if c.Role == "option" && c.Ref == "" && !c.has("selected") {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, ", ")
}

// state is an attribute as craftdriver writes it. Where the pointer turns into a
// hand is no matter to an agent; what has the focus is said elsewhere.
func state(a Attribute) string {
	switch a.Key {
	case "disabled", "checked", "selected", "invalid":
		if a.Value == "true" {
			return " (" + a.Key + ")"
		}
		return " (" + a.Key + "=" + a.Value + ")"
	case "expanded", "pressed", "current":
		return " (" + a.Key + "=" + a.Value + ")"
	}
	return ""
}

// said is all text in a node, in order.
func said(n *Node) string {
	var b strings.Builder
	say(&b, n)
	return b.String()
}

// say stops when there is more than anybody will show.
func say(b *strings.Builder, n *Node) {
	if b.Len() > 8*maxChars {
		return
	}
	join(b, n.Text)
	for _, c := range n.Children {
		if c.Name != "" && !typed(c.Role) {
			join(b, c.Name)
		} else if !typed(c.Role) {
			say(b, c)
		}
	}
}

// join adds a piece of text, with a space where one word meets another. What a
// picture and the caption below it say alike is said once.
func join(b *strings.Builder, text string) {
	if b.String() == text || strings.HasSuffix(b.String(), " "+text) {
		return
	}
	if text != "" && b.Len() > 0 && !strings.ContainsRune(",.;:!?)", rune(text[0])) {
		b.WriteByte(' ')
	}
	b.WriteString(text)
}

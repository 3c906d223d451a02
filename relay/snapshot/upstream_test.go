package snapshot

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// write prints nodes as the upstream does (its aria snapshot renderer), so that
// a test can read back what it knows.
func write(nodes []*Node) string {
	var b strings.Builder
	for _, n := range nodes {
		writeNode(&b, n, 0)
	}
	return b.String()
}

func writeNode(b *strings.Builder, n *Node, depth int) {
	line := strings.Repeat("  ", depth) + "- "
	if n.Role == "text" {
		fmt.Fprintf(b, "%stext: %s\n", line, yamlValue(n.Text))
		return
	}
	key := n.Role
	if n.Name != "" {
		key += " " + jsonString(n.Name)
	}
	for _, a := range n.Attributes {
		if a.Value == "true" {
			key += " [" + a.Key + "]"
		} else {
			key += " [" + a.Key + "=" + a.Value + "]"
		}
	}
	if n.Ref != "" {
		key += " [ref=" + n.Ref + "]"
	}
	line += yamlKey(key)
	hasProperties := n.URL != "" || n.Placeholder != ""
	switch {
	case n.Text == "" && !hasProperties && len(n.Children) == 0:
		b.WriteString(line + "\n")
	case n.Text != "" && !hasProperties:
		b.WriteString(line + ": " + yamlValue(n.Text) + "\n")
	default:
		b.WriteString(line + ":\n")
		below := strings.Repeat("  ", depth+1)
		if n.URL != "" {
			b.WriteString(below + "- /url: " + yamlValue(n.URL) + "\n")
		}
		if n.Placeholder != "" {
			b.WriteString(below + "- /placeholder: " + yamlValue(n.Placeholder) + "\n")
		}
		for _, c := range n.Children {
			writeNode(b, c, depth+1)
		}
	}
}

func yamlKey(s string) string {
	if !needsQuotes(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

func yamlValue(s string) string {
	if !needsQuotes(s) {
		return s
	}
	return `"` + regexp.MustCompile(`[\\"\x00-\x1f\x7f-\x{9f}]`).ReplaceAllStringFunc(s, func(c string) string {
		switch c {
		case `\`, `"`:
			return `\` + c
		case "\b":
			return `\b`
		case "\f":
			return `\f`
		case "\n":
			return `\n`
		case "\r":
			return `\r`
		case "\t":
			return `\t`
		}
		return fmt.Sprintf(`\x%02x`, []rune(c)[0])
	}) + `"`
}

func jsonString(s string) string {
	return `"` + regexp.MustCompile(`[\\"\x00-\x1f]`).ReplaceAllStringFunc(s, func(c string) string {
		switch c {
		case `\`, `"`:
			return `\` + c
		}
		return fmt.Sprintf(`\u%04x`, c[0])
	}) + `"`
}

var quoted = regexp.MustCompile("^$|^\\s|\\s$|[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x{9f}]|^-|[\\n:](\\s|$)|\\s#|[\\n\\r]|^[&*\\],?!>|@\"'#%]|[{}`]|^\\[|^(?i:y|n|yes|no|true|false|on|off|null)$")

func needsQuotes(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || quoted.MatchString(s)
}

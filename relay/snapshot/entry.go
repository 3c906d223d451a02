package snapshot

import "strings"

// readEntry reads one line of a snapshot, without its indentation:
//
//   - button "Sign in" [disabled] [ref=e6] [cursor=pointer]
//   - paragraph [ref=e7]: Some text
//   - 'link "Read: more" [ref=e8]':
//   - /url: https://example.com
//   - text: Some text
//
// Of a property the node is nil, since it belongs to the parent.
func readEntry(entry string, parent *Node) (n *Node, ok bool) {
	entry, ok = strings.CutPrefix(entry, "- ")
	if !ok {
		return nil, false
	}
	if name, found := strings.CutPrefix(entry, "/"); found {
		return nil, property(name, parent)
	}
	key, value, ok := cutKey(entry)
	if !ok {
		return nil, false
	}
	if key == "text" {
		return &Node{Role: "text", Text: value}, true
	}
	n = &Node{Text: value}
	return n, n.readKey(key)
}

// property gives the parent its /url or /placeholder.
func property(text string, parent *Node) bool {
	name, value, found := strings.Cut(text, ": ")
	value = readScalar(value)
	switch {
	case !found || parent == nil:
		return false
	case name == "url" && parent.URL == "":
		parent.URL = value
	case name == "placeholder" && parent.Placeholder == "":
		parent.Placeholder = value
	default:
		return false
	}
	return true
}

// cutKey takes an entry apart at the colon that ends its key. A key that YAML
// has to quote stands in single quotes.
func cutKey(entry string) (key, value string, ok bool) {
	var rest string
	if quoted, isQuoted := strings.CutPrefix(entry, "'"); isQuoted {
		end := closingQuote(quoted)
		if end < 0 {
			return "", "", false
		}
		key, rest = strings.ReplaceAll(quoted[:end], "''", "'"), quoted[end+1:]
	} else {
		end := keyEnd(entry)
		key, rest = entry[:end], entry[end:]
	}
	switch {
	case rest == "" || rest == ":":
		return key, "", true
	case strings.HasPrefix(rest, ": "):
		return key, readScalar(rest[2:]), true
	}
	return "", "", false
}

// keyEnd finds the colon that ends a key without quotes around it: the first
// that stands neither in the name nor in brackets.
func keyEnd(entry string) int {
	brackets := false
	for i := 0; i < len(entry); i++ {
		switch entry[i] {
		case '"':
			i += stringEnd(entry[i:]) - 1
		case '[':
			brackets = true
		case ']':
			brackets = false
		case ':':
			if !brackets {
				return i
			}
		}
	}
	return len(entry)
}

// readKey reads `role "name" [attribute] [ref=e6]`.
func (n *Node) readKey(key string) bool {
	end := strings.IndexByte(key, ' ')
	if end < 0 {
		end = len(key)
	}
	n.Role, key = key[:end], key[end:]
	if !isRole(n.Role) || n.Role == "text" {
		return false
	}
	if strings.HasPrefix(key, ` "`) {
		end := 1 + stringEnd(key[1:])
		name, ok := unquote(key[1:end])
		if !ok {
			return false
		}
		n.Name, key = name, key[end:]
	}
	for key != "" {
		end := strings.IndexByte(key, ']')
		if end < 0 || !strings.HasPrefix(key, " [") {
			return false
		}
		name, value, found := strings.Cut(key[2:end], "=")
		switch {
		case !found:
			n.Attributes = append(n.Attributes, Attribute{name, "true"})
		case name == "ref":
			n.Ref = value
		default:
			n.Attributes = append(n.Attributes, Attribute{name, value})
		}
		key = key[end+1:]
	}
	return true
}

// isRole says whether a word can be a role: letters, and what joins them.
func isRole(word string) bool {
	for i := range len(word) {
		c := word[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' {
			return false
		}
	}
	return word != ""
}

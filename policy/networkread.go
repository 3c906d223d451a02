package policy

func (n *Network) read(t *table) error {
	for _, part := range []struct {
		key  string
		list *[]Pattern
		line *string
	}{{"allow", &n.Allow, &n.AllowLine}, {"deny", &n.Deny, &n.DenyLine}} {
		list, line, given, err := t.takeStrings(part.key)
		if err != nil {
			return err
		}
		if !given {
			continue
		}
		patterns, why := parsePatterns(list)
		if why == "" && part.key == "allow" {
			why = opensNothing(patterns)
		}
		if why != "" {
			return refuse(FileName, line, "network.%s %s", part.key, why)
		}
		*part.list, *part.line = patterns, place(FileName, line)
	}

	value, line, ok := t.take("data_urls")
	if !ok {
		return nil
	}
	if n.DataURLs, ok = value.(bool); !ok {
		return t.wrongType(line, "data_urls", "true or false", value)
	}
	n.DataLine = place(FileName, line)
	return nil
}

// opensNothing finds a pattern of allow that a person would believe to open
// what nothing, or only something else, opens.
func opensNothing(patterns []Pattern) string {
	for _, p := range patterns {
		if p.kind != oneAddress && p.kind != prefix {
			continue
		}
		switch c := classify(p.prefix.Addr()); {
		case c == never && (p.kind == oneAddress || p.prefix.Bits() >= 4):
			return "has a bad pattern: " + quote(p.text) + " is " + c.words() + c.cure()
		case p.kind == prefix && p.prefix.Bits() >= 8 && (c == loopback || c == linkLocal || c == metadata):
			return "has a bad pattern: " + quote(p.text) + " is " + c.words() + c.cure()
		}
	}
	return ""
}

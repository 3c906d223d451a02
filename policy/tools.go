package policy

import (
	"slices"
)

// Tools decides which tools are offered and which ask a person first. deny wins
// over allow.
type Tools struct {
	known          []string
	allowed        map[string]bool
	denied         map[string]bool
	confirmed      map[string]bool
	allow          []string // as written, for the verb policy
	allowLine      string
	denyLine       string
	confirmLine    string
	deny, confirms []string
}

// newTools allows every known tool.
func newTools(known []string) *Tools {
	t := &Tools{known: slices.Clone(known)}
	t.allow, t.allowed = []string{"*"}, t.expand([]string{"*"})
	return t
}

// Decide says whether a tool may be offered and called (CB-162). The name is
// compared byte for byte: a spelling that differs in case is another name.
func (t *Tools) Decide(name string) Decision {
	switch {
	case t.denied[name]:
		return Decision{Reason: name + " is in tools.deny", Line: t.denyLine}
	case t.allowed[name]:
		return Decision{Allowed: true, Line: t.allowLine}
	case !slices.Contains(t.known, name):
		return Decision{Reason: quote(name) + " is not a tool of the pinned upstream"}
	default:
		return Decision{Reason: name + " is not in tools.allow", Line: t.allowLine}
	}
}

// Confirm says whether a person must say yes to each call of a tool, and which
// line says so.
func (t *Tools) Confirm(name string) (bool, string) {
	if !t.confirmed[name] {
		return false, ""
	}
	return true, t.confirmLine
}

// Granted are the names of the tools that may be called, in the upstream's order.
func (t *Tools) Granted() []string {
	var granted []string
	for _, name := range t.known {
		if t.Decide(name).Allowed {
			granted = append(granted, name)
		}
	}
	return granted
}

func (t *Tools) read(in *table) error {
	for _, part := range []struct {
		key  string
		list *[]string
		set  *map[string]bool
		line *string
	}{
		{"allow", &t.allow, &t.allowed, &t.allowLine},
		{"deny", &t.deny, &t.denied, &t.denyLine},
		{"confirm", &t.confirms, &t.confirmed, &t.confirmLine},
	} {
		list, line, given, err := in.takeStrings(part.key)
		if err != nil {
			return err
		}
		if !given {
			continue
		}
		if err := t.check(list); err != "" {
			return refuse(FileName, line, "tools.%s %s", part.key, err)
		}
		*part.list, *part.set, *part.line = list, t.expand(list), place(FileName, line)
	}
	return nil
}

// check finds what is wrong with a list of tool names; "" when nothing is.
func (t *Tools) check(list []string) string {
	for i, name := range list {
		if slices.Contains(list[:i], name) {
			return "names " + quote(name) + " twice"
		}
		if name != "*" && !slices.Contains(t.known, name) {
			return "names " + quote(name) + ", which no tool is called" + didYouMean(name, t.known)
		}
	}
	return ""
}

// expand turns a list of names into a set; "*" stands for every known tool.
func (t *Tools) expand(list []string) map[string]bool {
	set := make(map[string]bool)
	for _, name := range list {
		if name != "*" {
			set[name] = true
			continue
		}
		for _, known := range t.known {
			set[known] = true
		}
	}
	return set
}

package policy

import (
	"slices"
)

// Own is a tool that the relay adds on the agent surface. It has a name of its
// own in the policy (CB-165), and cannot be a way around it: what is denied, or
// asked for first, of a tool whose work it can do holds for it as well.
type Own struct {
	Name    string
	Like    []string // the upstream's tools whose work it can do
	Touches string   // its line in the reach table
}

// Tools decides which tools are offered and which ask a person first. deny wins
// over allow.
type Tools struct {
	known          []string // the upstream's, and on the agent surface the relay's own
	own            []Own    // whatever the surface is
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

// addOwn makes the relay's own tools known, as they are on the agent surface.
func (t *Tools) addOwn() {
	for _, o := range t.own {
		t.known = append(t.known, o.Name)
	}
	t.allowed = t.expand(t.allow)
}

// find gives the relay's own tool with this name; one of no name where it is not.
func (t *Tools) find(name string) Own {
	for _, o := range t.own {
		if o.Name == name {
			return o
		}
	}
	return Own{}
}

// Decide says whether a tool may be offered and called (CB-162). The name is
// compared byte for byte: a spelling that differs in case is another name.
func (t *Tools) Decide(name string) Decision {
	switch {
	case t.denied[name]:
		return Decision{Reason: name + " is in tools.deny", Line: t.denyLine}
	case t.allowed[name]:
		if like := t.likeOneOf(t.denied, name); like != "" {
			return Decision{Reason: name + " can do what " + like + " does, which is in tools.deny", Line: t.denyLine}
		}
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
	if !t.confirmed[name] && t.likeOneOf(t.confirmed, name) == "" {
		return false, ""
	}
	return true, t.confirmLine
}

// likeOneOf finds a tool of the set whose work the named one can do.
func (t *Tools) likeOneOf(set map[string]bool, name string) string {
	for _, like := range t.find(name).Like {
		if set[like] {
			return like
		}
	}
	return ""
}

// Reach says in one line what a tool can touch, the relay's own included.
func (t *Tools) Reach(name string) string {
	if own := t.find(name); own.Name != "" {
		return own.Touches
	}
	touches, _ := Reach(name)
	return touches
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
			if t.find(name).Name != "" {
				return "names " + quote(name) + ", which surface = \"agent\" alone has"
			}
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

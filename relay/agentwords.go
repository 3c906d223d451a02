package relay

import (
	"regexp"
	"strings"

	"connector-browser/relay/surface"
)

// namedTools are the tools that a hint names, with the word before them: one, or
// two to choose from.
var namedTools = regexp.MustCompile(`,? (with|from|of) (browser_[a-z_]+)(?: or (browser_[a-z_]+))?`)

// inListedNames puts a hint in the names of the tools that the client was given, and
// leaves out those that it was not.
func (r *Relay) inListedNames(hint string) string {
	return namedTools.ReplaceAllStringFunc(hint, func(phrase string) string {
		parts := namedTools.FindStringSubmatch(phrase)
		var names []string
		for _, name := range parts[2:] {
			if name = r.listed(name); name != "" {
				names = append(names, name)
			}
		}
		if names == nil {
			return ""
		}
		before, _, _ := strings.Cut(phrase, parts[1])
		return before + parts[1] + " " + strings.Join(names, " or ")
	})
}

// listed is the name by which the client is given a tool of the upstream's: that of
// ours which stands in for it, or its own; "" where it is given none.
func (r *Relay) listed(name string) string {
	if own := surface.StandIn(name, r.allows); own != "" && r.config.Agent {
		return own
	}
	if r.declared[name] == nil || !r.allows(name) {
		return ""
	}
	return name
}

// What the upstream says of the tools at a dialog or a file chooser.
var (
	atModal   = regexp.MustCompile(`((?:Error: Tool|Error: The tool) )"browser_[a-z_]+"( does not handle the modal state| can only be used when there is related modal state)`)
	handledBy = regexp.MustCompile(`(: can be handled by )(browser_[a-z_]+)`)
)

// inCallersNames has the upstream speak of the tool that was called, not of the one
// that does its work, and of the tools that the client is given.
func (r *Relay) inCallersNames(x *Exchange, text string) string {
	text = atModal.ReplaceAllString(text, `${1}"`+x.Tool+`"${2}`)
	return handledBy.ReplaceAllStringFunc(text, func(phrase string) string {
		parts := handledBy.FindStringSubmatch(phrase)
		if name := r.listed(parts[2]); name != "" {
			return parts[1] + name
		}
		return phrase
	})
}

// asGiven names the targets of a call as its caller did.
func asGiven(x *Exchange, message string) string {
	for _, given := range x.selectors {
		message = strings.Replace(message, surface.Selector(given)+" does not match", given+" does not match", 1)
	}
	return message
}

// meant are the targets that a message of the upstream's is about, as the caller
// wrote them: those that it names, or all where it names none.
func meant(x *Exchange, message string) string {
	var named, all []string
	for _, given := range x.selectors {
		all = append(all, clip(given))
		if strings.Contains(message, surface.Selector(given)) {
			named = append(named, clip(given))
		}
	}
	if named == nil {
		named = all
	}
	return strings.Join(named, ", ")
}

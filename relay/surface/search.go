package surface

import (
	"fmt"
	"regexp"
	"strings"
)

// Search is what browser_find looks for in a line: a text, whatever its case, or a
// regular expression, /in slashes/ with flags.
type Search struct {
	Query   string // as an answer repeats it
	Matches func(line string) bool
}

// slashed is a regular expression as JavaScript spells it.
var slashed = regexp.MustCompile(`(?s)^/(.*)/([a-z]*)$`)

// codePoint is a character by its number, which RE2 spells otherwise.
var codePoint = regexp.MustCompile(`\\u(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4}))`)

// SearchText looks for a text.
func SearchText(text string) Search {
	needle := strings.ToLower(text)
	return Search{`"` + text + `"`, func(line string) bool { return strings.Contains(strings.ToLower(line), needle) }}
}

// SearchRegex looks for an expression. RE2 knows all of JavaScript's that can be
// told in time proportional to the text: no lookaround and no backreference.
func SearchRegex(source string) (Search, error) {
	pattern, flags := source, ""
	if parts := slashed.FindStringSubmatch(source); parts != nil {
		pattern, flags = parts[1], parts[2]
	}
	flags = strings.ReplaceAll(flags, "g", "") // a line is found once
	options := ""
	for _, flag := range flags {
		switch flag {
		case 'i', 'm', 's':
			options += string(flag)
		case 'u', 'd', 'v': // of what is found no more is told than that it is
		default:
			return Search{}, fmt.Errorf("the flag %q of a regular expression is unknown", flag)
		}
	}
	if options != "" {
		options = "(?" + options + ")"
	}
	re, err := regexp.Compile(options + codePoint.ReplaceAllString(pattern, `\x{$1$2}`))
	if err != nil {
		return Search{}, fmt.Errorf("the regular expression cannot be used: %w", err)
	}
	return Search{"/" + pattern + "/" + flags, re.MatchString}, nil
}

package withhold

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// Worth decides whether a value of the login state is long and random enough to
// be a credential. Words, numbers, dates, locales, addresses and settings are
// not: they would be cut out of every page that says them. Named secrets are
// withheld whatever they look like.
//
// The measure is bits: a run of letters and digits that no one would pronounce
// counts by its alphabet, a word counts nothing. From 32 bits on, or from 16
// characters that mix letters with digits, a value is worth withholding.
func Worth(value string) bool {
	if len(value) < 8 || !varied(value) || isPlainKind(value) {
		return false
	}
	if uuid.MatchString(value) {
		return true
	}
	bits, letter, digit, space := 0.0, false, false, false
	for _, token := range strings.FieldsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		bits += randomness(token)
	}
	for _, r := range value {
		letter = letter || unicode.IsLetter(r)
		digit = digit || unicode.IsDigit(r)
		space = space || unicode.IsSpace(r)
	}
	return bits >= 32 || len(value) >= 16 && letter && digit && !space
}

// FromState gives the secrets of one value of the login state: the value itself
// where it is worth it; of a value that is JSON, as web applications keep in
// local storage, the strings inside; of a percent-encoded one, what it means as
// well, since that is what a page shows.
func FromState(label, value string) []Secret {
	var secrets []Secret
	var add func(value string, depth int)
	add = func(value string, depth int) {
		if depth > 4 {
			return
		}
		if decoded, err := url.PathUnescape(value); err == nil && decoded != value {
			add(decoded, depth+1)
		}
		if strings.ContainsAny(value[:min(1, len(value))], `{["`) {
			var tree any
			if json.Unmarshal([]byte(value), &tree) == nil {
				leaves(tree, func(leaf string) { add(leaf, depth+1) })
				return
			}
		}
		if Worth(value) {
			secrets = append(secrets, Secret{label, value})
		}
	}
	add(value, 0)
	return secrets
}

func leaves(tree any, leaf func(string)) {
	switch t := tree.(type) {
	case string:
		leaf(t)
	case []any:
		for _, v := range t {
			leaves(v, leaf)
		}
	case map[string]any:
		for _, v := range t {
			leaves(v, leaf)
		}
	}
}

var (
	uuid = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)

	plainKinds = []*regexp.Regexp{
		regexp.MustCompile(`^[-+]?[0-9]{1,15}(\.[0-9]*)?$`),                                               // numbers, times in seconds and milliseconds
		regexp.MustCompile(`^1[0-9]{15}$|^1[0-9]{18}$`),                                                   // in microseconds and nanoseconds
		regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+(Z|[-+][0-9:]+)?)?$`),                 // ISO 8601
		regexp.MustCompile(`^[A-Z][a-z]{2},? [0-9A-Za-z]{2,3}[ -][0-9A-Za-z]{2,4}[ -][0-9]{2,4}.*$`),      // HTTP and JavaScript dates
		regexp.MustCompile(`^[a-zA-Z]{2,3}([-_][A-Za-z0-9]{2,8})*([,;][a-zA-Z]{2,3}[-_a-zA-Z0-9;=.]*)*$`), // locales
		regexp.MustCompile(`^v?[0-9]+(\.[0-9]+)+([-+.][0-9A-Za-z]{1,8}){0,3}$`),                           // versions, IPv4
		regexp.MustCompile(`^[A-Z][a-z]+(/[A-Z][A-Za-z_]+){1,2}$`),                                        // time zones
		regexp.MustCompile(`^#[0-9a-fA-F]{8}$|^(rgb|hsl)a?\(`),                                            // colours
		regexp.MustCompile(`^Mozilla/[0-9.]+ `),                                                           // user agents
	}
)

func isPlainKind(value string) bool {
	for _, kind := range plainKinds {
		if kind.MatchString(value) {
			return true
		}
	}
	return isPlainURL(value)
}

// isPlainURL: an address whose path and query hold nothing random.
func isPlainURL(value string) bool {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return false
	}
	for _, part := range strings.FieldsFunc(u.Path+"&"+u.RawQuery+"&"+u.Fragment, func(r rune) bool { return strings.ContainsRune("/&=", r) }) {
		if Worth(part) {
			return false
		}
	}
	return true
}

// varied: at least six different characters.
func varied(value string) bool {
	seen := map[rune]bool{}
	for _, r := range value {
		seen[r] = true
	}
	return len(seen) >= 6
}

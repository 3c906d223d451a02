package secrets

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// A Credential is one value of the login state that must not be seen, and what
// to say in its place.
type Credential struct {
	Label string // "cookie session of example.com", printable ASCII
	Value string
}

// maxLabelPart bounds what a site's own words, such as a cookie's name, add to
// a label, in bytes.
const maxLabelPart = 64

// Credentials gives every value of a login state, whatever else is in it: of
// cookies, local storage and indexed databases, in the order of the state,
// each once. Sites like to keep a JSON document or a percent-encoded text in
// one value and to show a part of it, so the strings inside a document and the
// decoded text are listed too. Which of them are long and random enough to be
// worth withholding is for the caller to judge.
func Credentials(state []byte) []Credential {
	var c collector
	login := parse(state)
	for _, cookie := range objects(login, "cookies") {
		c.add("cookie "+short(text(cookie, "name"))+" of "+short(site(cookie)), text(cookie, "value"))
	}
	for _, o := range objects(login, "origins") {
		origin := short(text(o, "origin"))
		for _, item := range objects(o, "localStorage") {
			c.add("local storage "+short(text(item, "name"))+" of "+origin, text(item, "value"))
		}
		for _, database := range objects(o, "indexedDB") {
			label := "database " + short(text(database, "name")) + " of " + origin
			for _, store := range objects(database, "stores") {
				for _, record := range objects(store, "records") {
					c.addAll(label, record)
				}
			}
		}
	}
	return c.found
}

// A collector keeps each value once, under the label that came first.
type collector struct {
	found []Credential
	seen  map[string]bool
}

// add takes a value and what one look inside it yields.
func (c *collector) add(label, value string) {
	c.keep(label, value)
	decoded, err := url.PathUnescape(value)
	if err != nil {
		decoded = value
	}
	c.keep(label, decoded)
	if start := strings.TrimLeft(decoded, " \t\r\n"); strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		var document any
		if json.Unmarshal([]byte(decoded), &document) == nil {
			c.addAll(label, document)
		}
	}
}

// addAll takes every string inside a decoded JSON value. Keys are names, not
// values.
func (c *collector) addAll(label string, value any) {
	switch v := value.(type) {
	case string:
		c.keep(label, v)
	case []any:
		for _, element := range v {
			c.addAll(label, element)
		}
	case object:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			c.addAll(label, v[key])
		}
	}
}

func (c *collector) keep(label, value string) {
	if value == "" || c.seen[value] {
		return
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[value] = true
	c.found = append(c.found, Credential{label, value})
}

// short is plain, and not long enough to tell a model anything.
func short(words string) string {
	if len(words) > maxLabelPart {
		words = words[:maxLabelPart]
	}
	return plain(words)
}

// plain makes a site's own words fit to be shown: printable ASCII without
// brackets.
func plain(words string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '[' || r == ']' {
			return '?'
		}
		return r
	}, words)
}

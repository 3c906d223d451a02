package secrets

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"
)

// Contents says what a login state holds, in numbers, for a person: never a
// value.
type Contents struct {
	Cookies int
	Items   int // of local storage
	Records int // of indexed databases
	Domains []Domain
}

// A Domain is a site with cookies in a login state.
type Domain struct {
	Name    string // without the leading dot
	Cookies int
	// Expires is the earliest end of a cookie that has one; zero where all of
	// them last as long as the browser runs.
	Expires time.Time
}

// Count looks into a login state that has the outline of one; of any other it
// counts nothing.
func Count(state []byte) Contents {
	contents := Contents{Domains: Domains(state)}
	for _, d := range contents.Domains {
		contents.Cookies += d.Cookies
	}
	for _, o := range objects(parse(state), "origins") {
		contents.Items += len(objects(o, "localStorage"))
		for _, database := range objects(o, "indexedDB") {
			for _, store := range objects(database, "stores") {
				contents.Records += len(objects(store, "records"))
			}
		}
	}
	return contents
}

// Domains gives the sites that a login state has cookies for, by name.
func Domains(state []byte) []Domain {
	byName := map[string]*Domain{}
	for _, cookie := range objects(parse(state), "cookies") {
		name := site(cookie)
		d := byName[name]
		if d == nil {
			d = &Domain{Name: name}
			byName[name] = d
		}
		d.Cookies++
		// Playwright writes seconds, and -1 for a cookie without an end.
		if seconds, ok := cookie["expires"].(float64); ok && seconds >= 0 && seconds < math.MaxInt32*1000 {
			if end := time.Unix(int64(seconds), 0).UTC(); d.Expires.IsZero() || end.Before(d.Expires) {
				d.Expires = end
			}
		}
	}
	var domains []Domain
	for _, d := range byName {
		domains = append(domains, *d)
	}
	slices.SortFunc(domains, func(a, b Domain) int { return cmp.Compare(a.Name, b.Name) })
	return domains
}

// site is the domain of a cookie, fit to be shown.
func site(cookie object) string {
	return plain(strings.TrimPrefix(text(cookie, "domain"), "."))
}

// An object is a JSON object. encoding/json fills maps by exact keys, structs
// by whatever comes near.
type object = map[string]any

func parse(state []byte) object {
	var o object
	if outlineFault(state) != nil || json.Unmarshal(state, &o) != nil {
		return nil
	}
	return o
}

// objects gives the objects in the array under a key; what is no object there
// the browser will refuse, and nobody counts.
func objects(o object, key string) []object {
	array, _ := o[key].([]any)
	var found []object
	for _, element := range array {
		if e, ok := element.(object); ok {
			found = append(found, e)
		}
	}
	return found
}

func text(o object, key string) string {
	s, _ := o[key].(string)
	return s
}

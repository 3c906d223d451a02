package surface

import (
	"regexp"
	"strconv"
)

// Refs remembers which refs a session was shown: the upstream counts upwards in
// each document, so the highest of each says all.
type Refs struct{ highest map[string]int }

var anyRef = regexp.MustCompile(`\[ref=((?:f[0-9]+)?)e([0-9]+)\]`)

// Note remembers the refs in a text of the upstream's.
func (r *Refs) Note(text string) {
	for _, m := range anyRef.FindAllStringSubmatch(text, -1) {
		if r.highest == nil || len(r.highest) > 10000 {
			r.highest = map[string]int{}
		}
		if n, err := strconv.Atoi(m[2]); err == nil && n > r.highest[m[1]] {
			r.highest[m[1]] = n
		}
	}
}

// Knows reports whether a target is no bare ref, or one that this session was
// shown (CD-084).
func (r *Refs) Knows(target string) bool {
	m := bareRef.FindStringSubmatch(target)
	if m == nil {
		return true
	}
	n, err := strconv.Atoi(m[2])
	return err == nil && n <= r.highest[m[1]]
}

// IsRef reports whether a target is a bare ref.
func IsRef(target string) bool { return bareRef.MatchString(target) }

// Document is the part of a ref that names its document.
func Document(ref string) string {
	if m := bareRef.FindStringSubmatch(ref); m != nil {
		return m[1]
	}
	return ""
}

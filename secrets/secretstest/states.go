// Package secretstest gives tests the login states of which it is known whether
// the pinned upstream takes them.
package secretstest

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

//go:embed states.json
var table []byte

// A State is a login state with the outline of one, and whether the upstream
// refuses what is in it.
type State struct {
	Name, State string
	Fault       string // where; "" where the upstream takes it
}

// States gives them all. In the table "<4096>" stands for so many letters.
func States(t testing.TB) []State {
	t.Helper()
	var states []State
	if err := json.Unmarshal(table, &states); err != nil {
		t.Fatal(err)
	}
	for i, s := range states {
		states[i].State = regexp.MustCompile(`<\d+>`).ReplaceAllStringFunc(s.State, func(n string) string {
			count, _ := strconv.Atoi(strings.Trim(n, "<>"))
			return strings.Repeat("b", count)
		})
	}
	return states
}

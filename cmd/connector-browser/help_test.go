package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every verb, and every verb of a verb, shows in its help how it is typed.
func TestEveryVerbHasAnExample(t *testing.T) {
	t.Parallel()
	seen := 0
	var visit func(*cobra.Command)
	visit = func(at *cobra.Command) {
		for _, verb := range at.Commands() {
			seen++
			lines := strings.Split(verb.Example, "\n")
			for _, line := range lines {
				if !strings.HasPrefix(line, "  ") || !strings.Contains(line, "connector-browser") && !strings.Contains(line, "CONNECTOR_BROWSER") {
					t.Errorf("%s has the example %q", verb.CommandPath(), line)
				}
			}
			if !strings.Contains(verb.Example, verb.CommandPath()) && !strings.Contains(verb.Example, "help") {
				t.Errorf("the example of %s does not show it: %q", verb.CommandPath(), verb.Example)
			}
			visit(verb)
		}
	}
	visit(rootCommand())
	if seen < len(verbs)+4 {
		t.Errorf("only %d verbs were looked at", seen)
	}
}

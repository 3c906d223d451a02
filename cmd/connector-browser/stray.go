package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"connector-browser/policy"
)

// strayWord finds, before anything runs, the word that stands where a verb should
// and is none. Cobra itself prints help for some of these, and exits 0. The word
// is not repeated, since somebody may have put a secret there (CB-030); the
// nearest right one is named.
func strayWord(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil // a shell that completes: cobra knows this verb only when it runs
	}
	at, rest, err := root.Find(args)
	if err == nil && at.Name() == "help" && at.Parent() == root {
		at, rest, err = root.Find(rest)
	}
	if err != nil || !at.HasAvailableSubCommands() {
		return nil // the verb itself says what it takes
	}
	i := slices.IndexFunc(rest, func(word string) bool { return !strings.HasPrefix(word, "-") })
	if i < 0 {
		return nil
	}
	names := verbNames(at)
	hint := "the verbs are " + strings.Join(names, ", ")
	if near := policy.Nearest(rest[i], names); near != "" {
		hint = fmt.Sprintf("did you mean %q; %s", near, hint)
	}
	if at == root {
		return usageError{fmt.Errorf("unknown verb; %s", hint)}
	}
	return usageError{fmt.Errorf("%s has no such verb; %s", at.Name(), hint)}
}

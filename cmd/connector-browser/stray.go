package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// strayWord finds, before anything runs, the word that stands where a verb should
// and is none, and the verb whose help tells more. Cobra itself prints help for
// some of these, and exits 0.
func strayWord(root *cobra.Command, args []string) (*cobra.Command, error) {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil, nil // a shell that completes: cobra knows this verb only when it runs
	}
	at, rest, err := root.Find(args)
	help := err == nil && at.Name() == "help" && at.Parent() == root
	if help {
		at, rest, err = root.Find(rest)
	}
	if err != nil || !help && !at.HasAvailableSubCommands() {
		return nil, nil // the verb itself says what it takes
	}
	i := slices.IndexFunc(rest, func(word string) bool { return !strings.HasPrefix(word, "-") })
	if i < 0 {
		return nil, nil
	}
	names := verbNames(at)
	switch {
	case names == nil:
		err = fmt.Errorf("%s has no verbs of its own, and help takes nothing else", verbName(at))
	case at == root:
		err = fmt.Errorf("unknown verb%s; the verbs are %s", near(rest[i], names), strings.Join(names, ", "))
	default:
		err = fmt.Errorf("%s has no such verb%s; the verbs are %s", verbName(at), near(rest[i], names), strings.Join(names, ", "))
	}
	return at, usageError{err}
}

func verbNames(at *cobra.Command) []string {
	var names []string
	for _, c := range at.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

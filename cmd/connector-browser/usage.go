package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"connector-browser/policy"
)

// usageError is a mistake in how the verb was called: exit code 2, and the way to
// the verb's help. It says what is wrong by the verb's own words: what the person
// typed is never repeated, neither a value nor the name of an option that there is
// none of, since somebody may have put a secret there (CB-030).
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// verbName is what a person calls the verb: its own name and those above it.
func verbName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// near ends a sentence about a wrong word with the right one that is nearest.
func near(word string, right []string) string {
	if nearest := policy.Nearest(word, right); nearest != "" {
		return fmt.Sprintf("; did you mean %q", nearest)
	}
	return ""
}

// noArguments refuses arguments. One that has an option's name lacks its dashes.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := near("--"+strings.TrimLeft(args[0], "-"), options(cmd))
	return usageError{fmt.Errorf("%s takes no arguments and was given %s%s", verbName(cmd), plural(len(args), "argument"), hint)}
}

// wrongFlag says what is wrong with an option.
func wrongFlag(cmd *cobra.Command, err error) error {
	var none *pflag.NotExistError
	var lacks *pflag.ValueRequiredError
	var unfit *pflag.InvalidValueError
	verb := verbName(cmd)
	switch {
	case errors.As(err, &lacks) && lacks.GetFlag() != nil:
		_, meaning := pflag.UnquoteUsage(lacks.GetFlag())
		return usageError{fmt.Errorf("%s was given --%s without its value: %s", verb, lacks.GetFlag().Name, meaning)}
	case errors.Is(err, errTwice) && errors.As(err, &unfit) && unfit.GetFlag() != nil:
		return usageError{fmt.Errorf("%s was given --%s twice; give it once", verb, unfit.GetFlag().Name)}
	case errors.As(err, &unfit) && unfit.GetFlag() != nil: // strings always fit
		return usageError{fmt.Errorf("%s was given --%s with a value that is neither true nor false; it needs none", verb, unfit.GetFlag().Name)}
	case errors.As(err, &none):
		word := none.GetSpecifiedShortnames() // of -json too
		if word == "" {
			word = none.GetSpecifiedName()
		}
		names := options(cmd)
		return usageError{fmt.Errorf("%s has no such option%s; what it has is %s", verb, near("--"+word, names), strings.Join(names, ", "))}
	}
	return usageError{fmt.Errorf("%s was given an option that is wrongly written; what it has is %s", verb, strings.Join(options(cmd), ", "))}
}

// options are the verb's, as they are written.
func options(cmd *cobra.Command) []string {
	var names []string
	cmd.InitDefaultHelpFlag() // arguments are looked at before cobra does so
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	slices.Sort(names)
	return names
}

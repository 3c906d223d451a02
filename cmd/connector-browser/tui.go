package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What a person sees follows these rules: results alone go to standard output;
// everything else goes to standard error, one sentence a line, lower case, no
// full stop, with the program's name in front. Nobody prints but through these.

// say prints one sentence for the person.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "connector-browser: "+format+"\n", args...)
}

// warn prints a sentence about something that does not stop the verb.
func warn(format string, args ...any) { say("warning: "+format, args...) }

// usageError is a mistake in how the verb was called: exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// exitStatus ends the program with a code and no further word: what there was
// to say has been said.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// noArguments refuses arguments without repeating them, since a person may
// have put a secret there by mistake (CB-030).
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasParent() {
		return usageError{fmt.Errorf("unknown verb; the verbs are %s", strings.Join(verbNames(cmd), ", "))}
	}
	return usageError{fmt.Errorf("%s takes no arguments", cmd.Name())}
}

// flagError is a mistake in an option of one verb, whose own help tells more.
type flagError struct{ verb, what string }

func (e flagError) Error() string { return e.verb + " was given " + e.what }

// wrongFlag says what is wrong with an option. What the person typed is never
// repeated, neither a value nor the name of an option that there is none of:
// somebody may have put a secret there (CB-030).
func wrongFlag(cmd *cobra.Command, err error) error {
	var lacks *pflag.ValueRequiredError
	var unfit *pflag.InvalidValueError
	switch {
	case errors.As(err, &lacks) && lacks.GetFlag() != nil:
		return flagError{cmd.CommandPath(), "--" + lacks.GetFlag().Name + " without the value that it needs"}
	case errors.As(err, &unfit) && unfit.GetFlag() != nil:
		return flagError{cmd.CommandPath(), "--" + unfit.GetFlag().Name + " with a value that does not fit"}
	}
	return flagError{cmd.CommandPath(), "an option that is unknown or wrongly written"}
}

// quietCompletion takes from cobra's own verb the habit of repeating what it
// was given.
func quietCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, verb := range root.Commands() {
		if verb.Name() != "completion" {
			continue
		}
		verb.Args = noArguments
		for _, shell := range verb.Commands() {
			shell.Args = noArguments
		}
	}
}

func verbNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// printJSON writes a result for a program: one line.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

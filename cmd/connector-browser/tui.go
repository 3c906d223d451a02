package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
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

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

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

// finishCobrasOwn takes from cobra's own verbs the habit of repeating what they
// were given, and gives each an example.
func finishCobrasOwn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, verb := range root.Commands() {
		switch verb.Name() {
		case "help":
			verb.Example = "  connector-browser help mount"
		case "completion":
			verb.Example = "  connector-browser completion bash > ~/.local/share/bash-completion/completions/connector-browser"
			verb.Args = noArguments
			for _, shell := range verb.Commands() {
				shell.Args = noArguments
				shell.Example = completionExamples[shell.Name()]
			}
		}
	}
}

var completionExamples = map[string]string{
	"bash":       "  source <(connector-browser completion bash)",
	"zsh":        "  source <(connector-browser completion zsh)",
	"fish":       "  connector-browser completion fish | source",
	"powershell": "  connector-browser completion powershell | Out-String | Invoke-Expression",
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

// printJSON writes a result for a program: one line.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

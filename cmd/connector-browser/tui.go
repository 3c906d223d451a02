package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

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

// exitStatus ends the program with a code and no further word: what there was
// to say has been said.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

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

// printJSON writes a result for a program: one line.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

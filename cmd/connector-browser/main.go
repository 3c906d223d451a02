// Command connector-browser gives an MCP client a web browser that is pinned,
// walled in and watched. Each verb stands in a file of its own: flags in, one
// package call, words out.
package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"connector-browser/launcher/sandbox"
	"connector-browser/secrets/safefile"
)

// verbs is the one list of what a person can say (DESIGN: verbs).
var verbs = []func() *cobra.Command{
	demoCommand,
	installCommand,
	authCommand,
	loginCommand,
	mountCommand,
	unmountCommand,
	listCommand,
	statusCommand,
	doctorCommand,
	policyCommand,
	secretCommand,
	logCommand,
	runCommand,
	versionCommand,
}

func main() {
	sandbox.Stage2() // returns at once unless this process is the inside of the walls

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	root := rootCommand()
	at, err := strayWord(root, os.Args[1:])
	if err == nil {
		at, err = root.ExecuteContextC(ctx)
	}
	stop()
	os.Exit(report(at, err))
}

// rootCommand puts the verbs under one roof.
func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "connector-browser",
		Short:         "A web browser for MCP clients: pinned, walled in, withholding secrets",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !term.IsTerminal(int(os.Stdin.Fd())) {
				return run(cmd, args) // an MCP client that was told only the program's name
			}
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(wrongFlag)
	root.Version = buildVersion() // people ask for it by --version as well
	root.SetVersionTemplate(versionLine() + "\n")
	for _, verb := range verbs {
		root.AddCommand(verb())
	}
	finishCobrasOwn(root)
	return root
}

// report prints what went wrong, once, and gives the exit code: 0 done,
// 1 refused or failed, 2 wrong usage of the verb.
func report(at *cobra.Command, err error) int {
	var usage usageError
	var status exitStatus
	var file *fs.PathError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, context.Canceled):
		say("interrupted; nothing was left half done")
		return 1
	case errors.As(err, &usage):
		say("%v (see %s --help)", err, at.CommandPath())
		return 2
	case errors.As(err, &file) && file.Path == os.Stdout.Name():
		say("standard output cannot be written: %v", safefile.Reason(err))
		return 1
	default:
		say("%v", err)
		return 1
	}
}

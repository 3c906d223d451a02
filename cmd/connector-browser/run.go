package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	connectorbrowser "connector-browser"
	"connector-browser/launcher"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
	"connector-browser/secrets"
)

func runCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "run",
		Short: "Serve the browser to an MCP client on standard input and output",
		Long: `Serve the browser to an MCP client on standard input and output.

MCP clients start this themselves; mount tells them how. It is also what happens
without a verb when standard input is not a terminal.`,
		Example: `  connector-browser run < requests.jsonl`,
		Args:    noArguments,
		RunE:    run,
	}
}

func run(cmd *cobra.Command, _ []string) error {
	l, err := newLaunch()
	if err != nil {
		return err
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	// A client that closes its end is an error of a write, not the end of this
	// process: there is a launch to be taken down.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	sandbox.EnlargePipe(os.Stdout)
	l.In, l.Out, l.Err, l.Signals = os.Stdin, os.Stdout, os.Stderr, signals

	// The signals reach the child first; they do not cut the launch short.
	exit, err := l.Run(context.WithoutCancel(cmd.Context()))
	if err != nil {
		return err
	}
	if exit.Signal != 0 {
		launcher.Die(exit.Signal)
		return exitStatus(128 + int(exit.Signal))
	}
	if exit.Code != 0 {
		return exitStatus(exit.Code)
	}
	return nil
}

// newLaunch is a launch of what this binary pins, in the person's configuration
// directory.
func newLaunch() (launcher.Launch, error) {
	conf, err := secrets.ConfDir()
	return launcher.Launch{
		Conf:     conf,
		Lock:     connectorbrowser.Lock,
		Record:   connectorbrowser.Record,
		Platform: pins.HostPlatform(),
		Err:      os.Stderr,
		Say:      func(sentence string) { say("%s", sentence) },
	}, err
}

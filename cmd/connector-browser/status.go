package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"connector-browser/secrets"
)

func statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Print whether a login state is stored and which tools are offered",
		Long: `Print the connector's status resource: whether a login state is stored, and the
tools that a client is offered. The upstream is started for it, no browser is.
A person at a terminal is told on standard error when the stored login runs out, by site.`,
		Example: `  connector-browser status | jq -r .state`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := newLaunch()
			if err != nil {
				return err
			}
			status, err := l.Status(cmd.Context())
			if err != nil {
				return err
			}
			if _, err = cmd.OutOrStdout().Write(append(status, '\n')); err != nil {
				return err
			}
			if term.IsTerminal(int(os.Stdin.Fd())) {
				return sayExpiry(cmd.Context())
			}
			return nil
		},
	}
}

// sayExpiry tells a person how long the stored login is good.
func sayExpiry(ctx context.Context) error {
	dir, err := connectorDir()
	if dir == nil {
		return err
	}
	login, err := dir.Login(ctx)
	if errors.Is(err, secrets.ErrUnauthorized) {
		return nil
	}
	if err != nil {
		return err
	}
	sayDomains(login.State)
	return nil
}

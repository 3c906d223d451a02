package main

import (
	"github.com/spf13/cobra"
)

func statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Print whether a login state is stored and which tools are offered",
		Long: `Print the connector's status resource: whether a login state is stored, and the
tools that a client is offered. The upstream is started for it, no browser is.`,
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
			_, err = cmd.OutOrStdout().Write(append(status, '\n'))
			return err
		},
	}
}

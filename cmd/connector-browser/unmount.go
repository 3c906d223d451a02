package main

import "github.com/spf13/cobra"

func unmountCommand() *cobra.Command {
	var client clientFlags
	cmd := &cobra.Command{
		Use:   "unmount",
		Short: "Take this program out of the engine's catalog, or out of an MCP client's settings",
		Long: `Take this program out of the engine's catalog, or out of an MCP client's settings.

With --client and --write, the client's file is restored from its backup where
nobody has edited it since; else our entry alone is taken out.`,
		Example: `  connector-browser unmount --client claude-code --write`,
		Args:    noClient,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if client.name != "" {
				return client.unmount()
			}
			if err := client.alone(cmd); err != nil {
				return err
			}
			return unmountEngine()
		},
	}
	client.register(cmd, "take the entry out of the client's file")
	return cmd
}

func unmountEngine() error {
	entry, err := catalogEntry()
	if err != nil {
		return err
	}
	changed, err := entry.Unmount()
	if err != nil {
		return err
	}
	if !changed {
		say("%s is not there; nothing to remove", entry.Path())
		return nil
	}
	say("removed %s; restart the engine, which reads its catalog when it starts", entry.Path())
	return nil
}

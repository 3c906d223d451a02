package main

import "github.com/spf13/cobra"

func unmountCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "unmount",
		Short: "Take this program out of the engine's catalog",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
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
		},
	}
}

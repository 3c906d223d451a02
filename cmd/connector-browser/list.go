package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"connector-browser/mount"
)

func listCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Print what mount has written into the engine's catalog",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			entry, err := catalogEntry()
			if err != nil {
				return err
			}
			mounted, err := entry.Mounted()
			if err != nil && !errors.Is(err, mount.ErrForeign) { // which is never listed (CB-053)
				return err
			}
			entries := []json.RawMessage{}
			if mounted {
				content, err := entry.JSON()
				if err != nil {
					return err
				}
				entries = append(entries, content)
			}
			switch {
			case asJSON:
				return printJSON(cmd.OutOrStdout(), entries)
			case !mounted:
				say("nothing is mounted; next: connector-browser mount")
				return nil
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintf(table, "NAME\tCOMMAND\tCONFIG_LOCAL_DIR\nbrowser\t%s run\t%s\n", entry.Program, entry.Conf)
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the entries as one line of JSON")
	return cmd
}

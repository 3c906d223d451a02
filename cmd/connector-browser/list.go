package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"connector-browser/mount"
)

func listCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Print what mount has written: into the engine's catalog and into MCP clients' settings",
		Long: `Print what mount has written: into the engine's catalog and into MCP clients' settings.

Of projects, the one in the current folder is looked at. Entries that start
something else are not listed.`,
		Example: `  connector-browser list --json`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			entry, err := catalogEntry()
			if err != nil {
				return err
			}
			mounted, err := entry.Mounted()
			if err != nil && !errors.Is(err, mount.ErrForeign) { // which is never listed (CB-053)
				return err
			}
			host, err := mount.ThisHost()
			if err != nil {
				return err
			}
			mounts, errs := mount.Mounts(host, entry.Program)
			for _, err := range errs {
				warn("%v", err)
			}
			switch {
			case asJSON:
				return listJSON(cmd, entry, mounted, mounts)
			case !mounted && len(mounts) == 0:
				say("nothing is mounted; next: connector-browser mount")
				return nil
			}
			return listTables(cmd.OutOrStdout(), entry, mounted, mounts)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the entries as one line of JSON")
	return cmd
}

// listTables prints a table of the engine's entry and one of the clients', each
// where there is something to say.
func listTables(w io.Writer, entry mount.Entry, mounted bool, mounts []mount.Mount) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if mounted {
		fmt.Fprintf(table, "NAME\tCOMMAND\tCONFIG_LOCAL_DIR\nbrowser\t%s run\t%s\n", entry.Program, entry.Conf)
	}
	if err := table.Flush(); err != nil || len(mounts) == 0 {
		return err
	}
	fmt.Fprintln(table, "CLIENT\tSCOPE\tNAME\tCOMMAND\tCONFIG_LOCAL_DIR\tFILE")
	for _, m := range mounts {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s run\t%s\t%s\n", m.Client, m.Scope, m.Name, m.Command, m.Conf, m.File)
	}
	return table.Flush()
}

// listJSON prints the engine's entry as it stands in the catalog, and the
// clients' in words of this program's own.
func listJSON(cmd *cobra.Command, entry mount.Entry, mounted bool, mounts []mount.Mount) error {
	entries := []any{}
	if mounted {
		content, err := entry.JSON()
		if err != nil {
			return err
		}
		entries = append(entries, json.RawMessage(content))
	}
	for _, m := range mounts {
		entries = append(entries, m)
	}
	return printJSON(cmd.OutOrStdout(), entries)
}

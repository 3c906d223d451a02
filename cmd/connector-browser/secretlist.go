package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"connector-browser/secrets"
)

func secretListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "Print the names, where they may be typed and when they were stored; never a value",
		Example: `  connector-browser secret list --json`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := secrets.CheckKey(); err != nil {
				return err
			}
			dir, err := connectorDir()
			if err != nil {
				return err
			}
			var all []secrets.Named
			if dir != nil {
				if all, err = dir.Named(cmd.Context()); err != nil {
					return err
				}
			}
			if asJSON {
				type listed struct {
					Name  string    `json:"name"`
					Type  string    `json:"type"` // what a session writes
					Hosts []string  `json:"hosts"`
					Set   time.Time `json:"set"`
				}
				list := []listed{}
				for _, n := range all {
					list = append(list, listed{n.Name, placeholder(n), n.Hosts, n.Set})
				}
				return printJSON(cmd.OutOrStdout(), list)
			}
			if len(all) == 0 {
				say("no secret is kept; next: connector-browser secret set NAME --host HOST")
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, n := range all {
				fmt.Fprintf(w, "%s\t%s\t%s\n", placeholder(n), n.Set.Format(time.DateOnly), strings.Join(n.Hosts, ", "))
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON array")
	return cmd
}

func secretRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "remove NAME",
		Short:   "Forget a secret",
		Example: `  connector-browser secret remove bank`,
		Args:    oneName,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := connectorDir()
			if err != nil {
				return err
			}
			if dir == nil {
				return errors.New("there is no named secret yet; connector-browser secret set makes one")
			}
			if err := dir.RemoveNamed(cmd.Context(), args[0]); err != nil {
				return err
			}
			say("removed the secret %s; a session that runs keeps it until it ends", args[0])
			return nil
		},
	}
}

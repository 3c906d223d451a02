package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"connector-browser/demo"
)

func demoCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   "Install what is missing and walk a real session through every wall",
		Example: "  connector-browser demo",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			program, err := os.Executable()
			if err != nil {
				return fmt.Errorf("this program cannot find itself: %w", err)
			}
			o := demo.Options{Program: program, Notes: os.Stderr}
			if !asJSON {
				o.Table = cmd.OutOrStdout()
				o.Marks = term.IsTerminal(int(os.Stdout.Fd()))
			}
			report, err := demo.Run(cmd.Context(), o)
			if err != nil {
				return err
			}
			if asJSON {
				if err := printJSON(cmd.OutOrStdout(), report); err != nil {
					return err
				}
			}
			if err := cmd.Context().Err(); err != nil {
				return errors.New("the demo was interrupted; everything that it started has ended")
			}
			if !report.OK {
				return fmt.Errorf("the demo did not come out as it should; %s", report.Failed())
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the steps as JSON")
	return cmd
}

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	connectorbrowser "connector-browser"
	"connector-browser/doctor"
	"connector-browser/mount"
)

func doctorCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Look at everything that a launch needs, and say what mends what is wrong",
		Long: `Look at everything that a launch needs: the configuration and its handles, the
policy, the disk, the clock, the pinned build, the walls and the browser in them.
At the end code inside the walls really tries to get out.

Each line is ok, a warning, failed, or skipped with the reason; below what is
wrong stands the command that mends it. Nothing is repaired, and nothing of a
handle's content is shown. The exit code is 1 when a probe failed.`,
		Example: `  connector-browser doctor
  connector-browser doctor --json | jq -r '.probes[] | select(.status=="failed") | .mend'`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			program, err := mount.Program()
			if err != nil {
				return err
			}
			out, tell := cmd.OutOrStdout(), func(doctor.Result) {}
			if !asJSON {
				tell = func(r doctor.Result) { printProbe(out, r) }
			}
			report, err := doctor.New(connectorbrowser.Lock, connectorbrowser.Record, program).Examine(cmd.Context(), tell)
			if err != nil {
				return err
			}
			if asJSON {
				if err := printJSON(out, report); err != nil {
					return err
				}
			}
			return failedProbes(report)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// printProbe prints a line of the table as soon as it is known, and below it
// the command that mends what is wrong: of several findings each has its own.
func printProbe(out io.Writer, r doctor.Result) {
	const row, below = "%-8s %-14s %s\n", "                        %s\n"
	status, name := string(r.Status), r.Name
	sentences, mends := strings.Split(r.Sentence, "\n"), strings.Split(r.Mend, "\n")
	for i, sentence := range sentences {
		fmt.Fprintf(out, row, status, name, sentence)
		status, name = "", ""
		own := mends[:min(1, len(mends))]
		if i == len(sentences)-1 {
			own = mends
		}
		for _, line := range own {
			if line != "" {
				fmt.Fprintf(out, below, line)
			}
		}
		mends = mends[len(own):]
	}
}

// failedProbes is the one sentence for standard error.
func failedProbes(report doctor.Report) error {
	var names []string
	for _, r := range report.Probes {
		if r.Status == doctor.Failed {
			names = append(names, r.Name)
		}
	}
	if names == nil {
		return nil
	}
	return errors.New("not everything that a launch needs is there; mend first " + names[0] + otherNames(names[1:]))
}

func otherNames(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", then " + strings.Join(names, ", ")
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"connector-browser/policy"
)

// policyCommand prints what is in force: the policy that the next launch will
// read, each line with where it came from, and what each granted tool can reach
// (CB-166). It writes nothing (CB-161).
func policyCommand() *cobra.Command {
	return newPolicyCommand(policy.ReachNames())
}

// newPolicyCommand is the verb for an upstream that has the known tools.
func newPolicyCommand(known []string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Print the policy in force and what each granted tool can reach",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := policyDir()
			if err != nil {
				return err
			}
			p, err := policy.Load(dir, known)
			if err != nil {
				return err
			}
			report := reportPolicy(p, dir)
			if asJSON {
				return printJSON(cmd.OutOrStdout(), report)
			}
			return report.print(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// policyReport is what the verb prints, for a program.
type policyReport struct {
	Path     string           `json:"path"` // where the policy stands, or may stand
	File     string           `json:"file"` // "" where the defaults hold
	Settings []policy.Setting `json:"settings"`
	Tools    []toolReach      `json:"tools"`
}

type toolReach struct {
	Name    string `json:"name"`
	Reach   string `json:"reach"`
	Confirm bool   `json:"confirm"`
	Source  string `json:"source"`
}

func reportPolicy(p *policy.Policy, dir string) policyReport {
	report := policyReport{Path: filepath.Join(dir, cmp.Or(p.File, policy.FileName)), File: p.File, Settings: p.Settings(), Tools: []toolReach{}}
	for _, name := range p.Tools.Granted() {
		tool := toolReach{Name: name, Source: p.Tools.Decide(name).Line}
		tool.Reach, _ = policy.Reach(name)
		if confirm, line := p.Tools.Confirm(name); confirm {
			tool.Confirm, tool.Source = true, line
		}
		if tool.Source == "" {
			tool.Source = "default"
		}
		report.Tools = append(report.Tools, tool)
	}
	return report
}

func (r policyReport) print(out io.Writer) error {
	state := "in force from the next launch on"
	if r.File == "" {
		state = "not there; the defaults hold"
	}
	fmt.Fprintf(out, "%s: %s\n\n", r.Path, state)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, s := range r.Settings {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Source, s.Value)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d granted tools and what each can touch:\n", len(r.Tools))
	for _, t := range r.Tools {
		reach := t.Reach
		if t.Confirm {
			reach += "; asks a person first (" + t.Source + ")"
		}
		fmt.Fprintf(w, "%s\t%s\n", t.Name, reach)
	}
	return w.Flush()
}

// policyDir is the connector's directory, whether it exists yet or not.
func policyDir() (string, error) {
	conf, set := os.LookupEnv("CONFIG_LOCAL_DIR")
	if !set {
		user, err := os.UserConfigDir()
		if err != nil {
			return "", errors.New("no configuration directory; set CONFIG_LOCAL_DIR to an absolute path")
		}
		conf = filepath.Join(user, "connector-browser")
	}
	if !filepath.IsAbs(conf) {
		return "", errors.New("CONFIG_LOCAL_DIR is not an absolute path")
	}
	return filepath.Join(conf, "connectors", "browser"), nil
}

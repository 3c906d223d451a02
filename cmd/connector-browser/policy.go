package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	connectorbrowser "connector-browser"
	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/secrets"
)

// policyCommand prints what is in force: the policy that the next launch will
// read, each line with where it came from, and what each granted tool can reach
// (CB-166). It writes nothing (CB-161).
func policyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "policy",
		Short:   "Print the policy in force and what each granted tool can reach",
		Example: `  connector-browser policy --json | jq -r '.tools[].name'`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			report, err := policyInForce(cmd.Context())
			switch {
			case err != nil:
				return err
			case asJSON:
				return printJSON(cmd.OutOrStdout(), report)
			}
			return report.print(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// policyInForce reads the policy as the next launch will. A policy may name
// every tool of the pinned upstream; those are reported that a session has,
// which the login state's export decides (CB-124).
func policyInForce(ctx context.Context) (policyReport, error) {
	record, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		return policyReport{}, err
	}
	conf, err := secrets.ConfDir()
	if err != nil {
		return policyReport{}, err
	}
	path, offered := filepath.Join(conf, "connectors", "browser"), relay.Names(record.Offered(false))
	switch dir, err := secrets.Open(conf); {
	case errors.Is(err, fs.ErrNotExist): // nothing is set up yet: the defaults hold
	case err != nil:
		return policyReport{}, err
	default:
		login, err := dir.Login(ctx)
		if err != nil && !errors.Is(err, secrets.ErrUnauthorized) {
			return policyReport{}, err
		}
		if login.Export {
			offered = append(offered, relay.StorageState)
		}
	}
	p, err := policy.Load(path, relay.Names(record.Tools), relay.Own()...)
	if err != nil {
		return policyReport{}, err
	}
	if p.Surface == policy.SurfaceAgent {
		offered = append(offered, relay.OwnNames()...)
	}
	return reportPolicy(p, path, offered), nil
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

func reportPolicy(p *policy.Policy, dir string, offered []string) policyReport {
	report := policyReport{Path: filepath.Join(dir, cmp.Or(p.File, policy.FileName)), File: p.File, Settings: p.Settings(), Tools: []toolReach{}}
	for _, name := range p.Tools.Granted() {
		if !slices.Contains(offered, name) {
			continue
		}
		tool := toolReach{Name: name, Reach: p.Tools.Reach(name), Source: p.Tools.Decide(name).Line}
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

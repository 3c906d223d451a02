package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"connector-browser/secrets"
	"connector-browser/secrets/safefile"
	"connector-browser/trace"
)

// logCommand shows the trace: what was asked, refused and withheld (SN-083).
func logCommand() *cobra.Command {
	var (
		filter                 trace.Filter
		follow, asJSON, verify bool
		html                   string
	)
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what was asked, refused and withheld",
		Long: `Show the trace: a line for each exchange, refused ones included. A filter is a
name or a pattern. --verify looks for records that were changed, taken out or
moved; keep the hash that it prints to notice a trace that was cut or written anew.`,
		Example: `  connector-browser log --follow
  connector-browser log --outcome refused
  connector-browser log --tool 'browser_*' --host '*.example.com' --json
  connector-browser log --html trace.html`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := filter.Check(); err != nil {
				return usageError{err}
			}
			if verify && (follow || html != "") || follow && html != "" {
				return usageError{errors.New("--verify, --follow and --html are three things; name one of them")}
			}
			dir, err := traceDir()
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch {
			case verify:
				return verifyTrace(out, dir, asJSON)
			case html != "":
				return writeHTML(html, dir, filter)
			case asJSON:
				return showTrace(cmd.Context(), dir, filter, follow, func(r trace.Record) error { return printJSON(out, r) })
			}
			return showTable(cmd.Context(), out, dir, filter, follow)
		},
	}
	flags := cmd.Flags()
	flags.BoolVarP(&follow, "follow", "f", false, "go on with what is written")
	onceVar(flags, &filter.Tool, "tool", "only this tool")
	onceVar(flags, &filter.Host, "host", "only where this host was the page's or was contacted")
	onceVar(flags, &filter.Outcome, "outcome", "only this outcome: ok, error, refused (any refusal), or an error's code")
	onceVar(flags, &filter.Launch, "launch", "only this launch")
	flags.BoolVar(&asJSON, "json", false, "print one JSON object a line")
	flags.BoolVar(&verify, "verify", false, "look for changed, missing and reordered records")
	onceVar(flags, &html, "html", "write one self-contained page to `FILE`")
	return cmd
}

// traceDir is where the trace is, or would be.
func traceDir() (string, error) {
	conf, err := secrets.ConfDir()
	if err != nil {
		return "", err
	}
	dir, err := secrets.Open(conf)
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Join(conf, "connectors", "browser", "trace"), nil
	}
	if err != nil {
		return "", err
	}
	return filepath.Join(dir.Path(), "trace"), nil
}

func showTrace(ctx context.Context, dir string, filter trace.Filter, follow bool, each func(trace.Record) error) error {
	if follow {
		return trace.Follow(ctx, dir, filter, each)
	}
	return trace.Read(dir, filter, each)
}

const tableRow = "%-23s  %-8s  %-28s  %-24s  %-26s  %7s  %s\n"

// showTable prints records for a person.
func showTable(ctx context.Context, out io.Writer, dir string, filter trace.Filter, follow bool) error {
	n := 0
	err := showTrace(ctx, dir, filter, follow, func(r trace.Record) error {
		if n++; n == 1 {
			fmt.Fprintf(out, tableRow, "TIME (UTC)", "LAUNCH", "WHAT", "PAGE", "OUTCOME", "MS", "DETAIL")
		}
		ms := ""
		if r.Duration > 0 {
			ms = fmt.Sprintf("%.0f", r.Duration)
		}
		_, err := fmt.Fprintf(out, tableRow, r.Time.UTC().Format("2006-01-02 15:04:05.000"),
			plain(r.Launch), plain(r.Name()), plain(r.Page), plain(r.Outcome), ms, plain(detail(r)))
		return err
	})
	if err == nil && n == 0 && !follow {
		say("there are no such records")
	}
	return err
}

// detail says why, by which line of the policy, and what was withheld.
func detail(r trace.Record) string {
	var parts []string
	if r.Reason != "" {
		parts = append(parts, decided(r.Reason, r.Policy))
	}
	for _, h := range r.Hosts {
		if h.Refused {
			parts = append(parts, decided(h.Name+" refused: "+h.Reason, h.Policy))
		}
	}
	if len(r.Withheld) > 0 {
		parts = append(parts, "withheld: "+strings.Join(r.Withheld, ", "))
	}
	return strings.Join(parts, "; ")
}

func decided(reason, line string) string {
	if line == "" {
		return reason
	}
	return reason + " (" + line + ")"
}

// plain keeps what hosts and clients are called from steering the terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// verifyTrace prints what is wrong, and ends with 1 where anything is.
func verifyTrace(out io.Writer, dir string, asJSON bool) error {
	report, err := trace.Verify(dir)
	if err != nil {
		return err
	}
	if asJSON {
		if err := printJSON(out, report); err != nil {
			return err
		}
	} else {
		for _, problem := range report.Problems {
			fmt.Fprintln(out, plain(problem.String()))
		}
		for _, launch := range report.Open {
			say("launch %s has no end: it is running, was killed, or its last records were cut off", plain(launch))
		}
	}
	if !report.OK() {
		return fmt.Errorf("the trace was altered in %d places; nothing in it proves anything from the first of them on", len(report.Problems))
	}
	if !asJSON {
		fmt.Fprintf(out, "%d records of %d launches in %d days: none changed, missing or reordered\n", report.Records, report.Launches, report.Files)
		if report.Head != "" {
			fmt.Fprintf(out, "last hash: %s\n", report.Head)
		}
	}
	return nil
}

// writeHTML writes the page for this user alone.
func writeHTML(name, dir string, filter trace.Filter) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, safefile.Reason(err))
	}
	defer file.Close()
	if err := trace.HTML(file, dir, filter, time.Now()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, safefile.Reason(err))
	}
	say("the trace is in %s", name)
	return nil
}

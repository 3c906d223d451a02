// Package demo is the first thing that a newcomer runs: it installs what is
// missing, serves a small site, and walks a real MCP session through it and
// against every wall. It drives the program from outside, as a person and a
// client do, and compares what came with what should have come.
package demo

import (
	"context"
	"fmt"
	"io"
	"strings"

	"connector-browser/demo/site"
)

// Options says what is walked and who hears of it.
type Options struct {
	Program string    // this program, absolute: every verb is run from it
	Table   io.Writer // gets a line for each step as it ends; nil for none
	Marks   bool      // ✓ and ✗ instead of words: a terminal reads the table
	Notes   io.Writer // gets the progress of long work and the last words of a session that failed
}

// Report is the outcome of a walk.
type Report struct {
	OK    bool      `json:"ok"`
	Steps []Outcome `json:"steps"`
}

// Outcome is what became of one step.
type Outcome struct {
	Name string `json:"name"`
	Want string `json:"want"`
	Got  string `json:"got"`
	OK   bool   `json:"ok"`
}

// Failed names the steps that did not come out.
func (r Report) Failed() string {
	var names []string
	for _, o := range r.Steps {
		if !o.OK {
			names = append(names, o.Name)
		}
	}
	return "what failed: " + strings.Join(names, "; ")
}

// Run walks every step. An error means that the walk could not even begin;
// what went wrong on the way is in the report. When the context ends, so does
// everything that the walk has started.
func Run(ctx context.Context, o Options) (Report, error) {
	home, err := OpenHome(ctx, o.Program, func(dir string) {
		fmt.Fprintf(o.Notes, "connector-browser: waiting for another demo that uses %s\n", dir)
	})
	if err != nil {
		return Report{}, err
	}
	defer home.Close()
	s, err := site.Open()
	if err != nil {
		return Report{}, err
	}
	defer s.Close()
	w := &walk{home: home, site: s, notes: o.Notes}
	defer w.abandon()

	report := w.through(ctx, families(), newTable(o.Table, o.Marks))
	if !report.OK && w.lastWords() != "" {
		fmt.Fprintf(o.Notes, "\nthe last words of the session:\n%s\n", w.lastWords())
	}
	return report, nil
}

package demo

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"
)

// table writes the walk down for a person: a heading for each family, a line
// for each step, the names aligned.
type table struct {
	out   io.Writer
	marks bool
	width int
}

func newTable(out io.Writer, marks bool) *table {
	if out == nil {
		out = io.Discard
	}
	return &table{out: out, marks: marks}
}

// measure finds the width of the longest name before the first line is written.
func (t *table) measure(families []family) {
	for _, f := range families {
		for _, s := range f.steps {
			t.width = max(t.width, utf8.RuneCountInString(s.name))
		}
	}
}

func (t *table) heading(title string) { fmt.Fprintf(t.out, "\n%s\n", title) }

// line tells what became of a step, and what should have where that differs.
func (t *table) line(o Outcome, took time.Duration) {
	fmt.Fprintf(t.out, "  %s %-*s  %s (%.1f s)\n", t.mark(o.OK), t.width, o.Name, o.Got, took.Seconds())
	if !o.OK {
		fmt.Fprintf(t.out, "  %s %-*s  wanted: %s\n", t.blank(), t.width, "", o.Want)
	}
}

func (t *table) left(why string) { fmt.Fprintf(t.out, "\n%s\n", why) }

func (t *table) summary(r Report) {
	good := 0
	for _, o := range r.Steps {
		if o.OK {
			good++
		}
	}
	fmt.Fprintf(t.out, "\n%d of %d steps came out as they should\n", good, len(r.Steps))
}

func (t *table) mark(ok bool) string {
	switch {
	case t.marks && ok:
		return "✓"
	case t.marks:
		return "✗"
	case ok:
		return "ok    "
	default:
		return "failed"
	}
}

func (t *table) blank() string {
	if t.marks {
		return " "
	}
	return "      "
}

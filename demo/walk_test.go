package demo

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func gives(got string, err error) func(context.Context, *walk) (string, error) {
	return func(context.Context, *walk) (string, error) { return got, err }
}

func TestAStepIsOkOnlyWhenItGivesWhatIsWanted(t *testing.T) {
	t.Parallel()
	var w walk
	for _, c := range []struct {
		step step
		want Outcome
	}{
		{step{name: "n", want: "a", run: gives("a", nil)}, Outcome{"n", "a", "a", true}},
		{step{name: "n", want: "a", run: gives("b", nil)}, Outcome{"n", "a", "b", false}},
		{step{name: "n", want: "a", run: gives("", nil)}, Outcome{"n", "a", "", false}},
		{step{name: "n", want: "a", run: gives("a", errors.New("no"))}, Outcome{"n", "a", "no", false}},
		{step{name: "n", want: "no", run: gives("", errors.New("no"))}, Outcome{"n", "no", "no", false}},
	} {
		if got := w.take(t.Context(), c.step); got != c.want {
			t.Errorf("got %+v, want %+v", got, c.want)
		}
	}
}

func TestTheWalkGoesOnAfterAFailureButNotAfterAVitalOne(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		vital bool
		want  int
	}{{false, 3}, {true, 2}} {
		var w walk
		report := w.through(t.Context(), []family{
			{"worked", []step{
				{name: "one", want: "a", run: gives("a", nil), vital: true},
				{name: "two", want: "a", run: gives("b", nil), vital: c.vital},
			}},
			{"stopped", []step{{name: "three", want: "a", run: gives("a", nil)}}},
		}, newTable(nil, false))
		if report.OK || len(report.Steps) != c.want || report.Failed() != "what failed: two" {
			t.Errorf("vital %v: %+v, %s", c.vital, report, report.Failed())
		}
	}
}

func TestAnInterruptEndsTheWalk(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	var w walk
	report := w.through(ctx, []family{{"worked", []step{
		{name: "one", want: "a", run: func(ctx context.Context, _ *walk) (string, error) {
			interrupt()
			return "", ctx.Err()
		}},
		{name: "two", want: "a", run: gives("a", nil)},
	}}}, newTable(nil, false))
	if report.OK || len(report.Steps) != 1 {
		t.Errorf("got %+v", report)
	}
}

func TestTheTableIsAlignedAndSaysWhatWasWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		marks bool
		want  []string
	}{
		{true, []string{"", "worked", "  ✓ short        yes", "  ✗ longer name  no", "                 wanted: yes", "", "1 of 2 steps came out as they should"}},
		{false, []string{"", "worked", "  ok     short        yes", "  failed longer name  no", "                      wanted: yes", "", "1 of 2 steps came out as they should"}},
	} {
		var out strings.Builder
		var w walk
		w.through(t.Context(), []family{{"worked", []step{
			{name: "short", want: "yes", run: gives("yes", nil)},
			{name: "longer name", want: "yes", run: gives("no", nil)},
		}}}, newTable(&out, c.marks))
		got := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		for i := range got {
			got[i], _, _ = strings.Cut(got[i], " (")
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestEveryStepIsToldApart keeps names unique, so that a program that reads the
// report can find a step by its name.
func TestEveryStepIsToldApart(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, f := range families() {
		for _, s := range f.steps {
			if seen[s.name] || s.name == "" || s.want == "" || s.run == nil {
				t.Errorf("%q in %q is named twice or unfinished", s.name, f.title)
			}
			seen[s.name] = true
		}
	}
}

package main

import (
	"strings"
	"testing"

	"connector-browser/doctor"
)

// SN-004: of several findings each has its own line, and what mends it below.
func TestPrintProbe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		result doctor.Result
		want   string
	}{
		{doctor.Result{Name: "disk", Status: doctor.OK, Sentence: "enough"}, "ok disk enough\n"},
		{doctor.Result{Name: "walls", Status: doctor.Failed, Sentence: "none", Mend: "a\nb"}, "failed walls none\na\nb\n"},
		{doctor.Result{Name: "clients", Status: doctor.Warning, Sentence: "one\ntwo", Mend: "mend one\nmend two"},
			"warning clients one\nmend one\ntwo\nmend two\n"},
	} {
		var out strings.Builder
		printProbe(&out, c.result)
		var got strings.Builder
		for line := range strings.Lines(out.String()) {
			got.WriteString(strings.Join(strings.Fields(line), " ") + "\n")
		}
		if got.String() != c.want {
			t.Errorf("got %q, want %q", got.String(), c.want)
		}
	}
}

package snapshot

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden renderings")

// The pages in testdata/pages are ours; beside each stands what the upstream
// says of it (.txt) and what Render makes of that (.golden). CD-090, CD-091.
func TestGoldenPages(t *testing.T) {
	upstream, ours := 0, 0
	for _, name := range pages(t, "testdata/pages/*.txt", ".txt") {
		text := read(t, name+".txt")
		p := Parse(text)
		if p.Unknown > 0 {
			t.Errorf("%s: %d lines were not understood", name, p.Unknown)
		}
		got, _ := Render(p, Options{})
		golden(t, name+".golden", got)
		t.Logf("%-28s %6d -> %5d bytes, %.3f", name, len(text), len(got), float64(len(got))/float64(len(text)))
		upstream, ours = upstream+len(text), ours+len(got)
	}
	t.Logf("%-28s %6d -> %5d bytes, %.3f", "sum", upstream, ours, float64(ours)/float64(upstream))
	if ours*100 > upstream*15 {
		t.Errorf("%d of %d bytes are more than 0.15", ours, upstream)
	}
}

// In testdata/deltas are looks of the upstream before and after something
// happened to one of the pages. CD-097, CD-100…103.
func TestGoldenDeltas(t *testing.T) {
	for _, name := range pages(t, "testdata/deltas/*.before.txt", ".before.txt") {
		before, after := read(t, name+".before.txt"), read(t, name+".after.txt")
		got := Diff(Parse(before), Parse(after), Options{})
		golden(t, name+".golden", got)
		t.Logf("%-36s %6d -> %5d bytes", name, len(after), len(got))
	}
}

func pages(t *testing.T, pattern, suffix string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: nothing there (%v)", pattern, err)
	}
	for _, file := range files {
		names = append(names, strings.TrimSuffix(file, suffix))
	}
	return names
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(read(t, file), got+"\n"); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func read(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

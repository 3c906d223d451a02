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
// says of it (.txt) and what Render makes of that (.golden).
func TestGoldenPages(t *testing.T) {
	files, err := filepath.Glob("testdata/pages/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	upstream, ours := 0, 0
	for _, file := range files {
		text := read(t, file)
		got, _ := Render(Parse(text), Options{})
		golden := strings.TrimSuffix(file, ".txt") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, golden), got+"\n"); diff != "" {
			t.Errorf("%s (-want +got):\n%s", golden, diff)
		}
		t.Logf("%-12s %6d -> %5d bytes, %.2f", filepath.Base(file), len(text), len(got), float64(len(got))/float64(len(text)))
		upstream, ours = upstream+len(text), ours+len(got)
	}
	t.Logf("%-12s %6d -> %5d bytes, %.3f", "sum", upstream, ours, float64(ours)/float64(upstream))
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

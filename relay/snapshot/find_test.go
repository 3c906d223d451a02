package snapshot

import (
	"strings"
	"testing"
)

func FuzzFind(f *testing.F) {
	f.Add("- a\n  - b\n    - c\n- d", "c")
	f.Add("\n\n  x\n y", "")
	f.Fuzz(func(t *testing.T, text, needle string) {
		found := Find(text, "it", func(line string) bool { return strings.Contains(line, needle) })
		lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
		has := false
		for _, line := range lines {
			if strings.Contains(line, needle) {
				has = true
				if !strings.Contains(found, line) {
					t.Errorf("%q is not in what is found for %q:\n%s", line, needle, found)
				}
			}
		}
		if has == strings.HasPrefix(found, "No matches found for ") {
			t.Errorf("%q in %q gives\n%s", needle, text, found)
		}
	})
}

// What is found stands below the elements that it lies in, and the lines around it
// below theirs.
func TestFind(t *testing.T) {
	t.Parallel()
	const text = `- main
  - list
    - item "1"
    - item "2"
      - deep
        - deeper "3"
        - deeper "4"
        - deeper "5"
    - row
      - cell "wanted"
  - footer`
	const want = `Found 1 match for x:

- main
  - list
    - item "2"
      - deep
        ...
        - deeper "4"
        - deeper "5"
    - row
      - cell "wanted"
  - footer`
	got := Find(text, "x", func(line string) bool { return strings.Contains(line, "wanted") })
	if got != want {
		t.Errorf("it is\n%s", got)
	}
}

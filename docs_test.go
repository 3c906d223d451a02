package connectorbrowser_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rows are the rows of docs/behaviours.md: a promise by its id, and what shows
// that it holds.
func rows(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("docs/behaviours.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if id := strings.TrimSpace(cells[0]); len(cells) == 3 && regexp.MustCompile(`^[A-Z]{2}-[0-9]{3}b?$`).MatchString(id) {
			if found[id] != nil {
				t.Errorf("%s stands twice", id)
			}
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
				found[id] = append(found[id], m[1])
			}
			if found[id] == nil {
				t.Errorf("%s names nothing that shows it", id)
			}
		}
	}
	return found
}

// Every promise names a test, a script or a section of a document that exists.
func TestPromisesNameWhatShowsThem(t *testing.T) {
	for id, shown := range rows(t) {
		for _, reference := range shown {
			if err := exists(reference); err != nil {
				t.Errorf("%s names %s: %v", id, reference, err)
			}
		}
	}
}

// The rows of the connector's own sections are all there.
func TestPromisesAreComplete(t *testing.T) {
	have := rows(t)
	for _, section := range [][2]int{{1, 17}, {20, 23}, {30, 45}, {50, 60}, {70, 80}, {90, 99}, {110, 115}, {120, 138}, {140, 149}, {150, 154}} {
		for n := section[0]; n <= section[1]; n++ {
			if id := fmt.Sprintf("CB-%03d", n); have[id] == nil {
				t.Errorf("%s has no row", id)
			}
		}
	}
}

// Of a login that is saved nothing rests on a document alone.
func TestPromisesOfLoginsNameTests(t *testing.T) {
	have := rows(t)
	for n := 120; n <= 149; n++ {
		id := fmt.Sprintf("CB-%03d", n)
		tested := slices.ContainsFunc(have[id], func(reference string) bool { return strings.Contains(reference, "/Test") })
		if have[id] != nil && !tested {
			t.Errorf("%s names no test", id)
		}
	}
}

// exists looks for a reference: folder.TestName, a file, or a document's
// heading as FILE.md#words.
func exists(reference string) error {
	if file, words, ok := strings.Cut(reference, "#"); ok {
		text, err := os.ReadFile(file)
		if err == nil && !strings.Contains(string(text), words) {
			err = fmt.Errorf("%s does not say %q", file, words)
		}
		return err
	}
	folder, name := path.Split(reference)
	if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") && !strings.HasPrefix(name, "Benchmark") {
		_, err := os.Stat(reference)
		return err
	}
	files, err := filepath.Glob(folder + "*_test.go")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return nil
		}
	}
	return fmt.Errorf("no such test in %s", folder)
}

// CB-175: every known limit that code or a document names has a row in
// KNOWN-LIMITS.md, and the rows of the connector are all there.
func TestKnownLimits(t *testing.T) {
	limits, err := os.ReadFile("KNOWN-LIMITS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"KL-17", "KL-18", "KL-19", "KL-20", "KL-21", "KL-22", "KL-25", "KL-26", "KL-32"} {
		if !strings.Contains(string(limits), "| "+id+" |") {
			t.Errorf("%s has no row", id)
		}
	}
	if !strings.Contains(string(limits), "## Check, then start") {
		t.Error("nothing is said of what may change between the check and the start")
	}
	err = filepath.WalkDir(".", func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !(strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".md")) {
			return err
		}
		text, err := os.ReadFile(name)
		for _, id := range regexp.MustCompile(`KL-[0-9]{2}`).FindAllString(string(text), -1) {
			if !strings.Contains(string(limits), "| "+id+" |") {
				t.Errorf("%s names %s, which has no row", name, id)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

package snapshot

import (
	"strings"
	"testing"
)

// CD-094, U9b: the upstream shows what is hidden from assistive technology, and
// what is inert; the agent does not see it.
func TestDrop(t *testing.T) {
	p := Parse(read(t, "testdata/pages/shadow.txt"))
	p.Drop(map[string]bool{"f10e11": true, "f10e13": true})
	golden(t, "testdata/dropped.golden", render(p, Options{}))
	if p.Find("f10e13") != nil || p.Find("f10e7") == nil {
		t.Error("dropped the wrong nodes")
	}
}

func TestDropTakesWhatIsBelow(t *testing.T) {
	p := Parse("- dialog [ref=e1]:\n  - button \"In\" [ref=e2]\n- generic [aria-hidden] [ref=e3]:\n  - button \"Out\" [ref=e4]\n- generic [ref=e5]:\n  - generic:\n    - button \"Out\" [ref=e6]")
	p.Drop(map[string]bool{"e5": true})
	if got := render(p, Options{}); got != "e1: dialog (container)\n e2: button \"In\"" {
		t.Error(got)
	}
}

func render(p *Page, o Options) string {
	text, _ := Render(p, o)
	return text
}

// CD-092, CD-094: lines of the upstream's own about a page, held against a look.
func TestHiddenLines(t *testing.T) {
	t.Parallel()
	h := Hidden{Gone: map[string]bool{"e2": true, "f1e3": true}, Filled: map[string]bool{"e5": true}}
	got := h.Lines("Found 2 matches:\n\n- main [ref=e1]:\n  - group [ref=e2]:\n    - text: asleep\n      - button \"x\" [ref=e9]\n" +
		"  - generic [aria-hidden] [ref=e7]:\n    - text: curtain\n  - textbox \"Pet\" [ref=e5]: fluffy\n  - textbox \"Pets\" [ref=e6]:\n    - text: rex\n  - button \"a [ref=e1]\" [ref=f1e3]\n- link \"[ref=e2]\" [ref=e8]")
	want := "Found 2 matches:\n\n- main [ref=e1]:\n  - textbox \"Pet\" [ref=e5]\n  - textbox \"Pets\" [ref=e6]:\n    - text: rex\n- link \"[ref=e2]\" [ref=e8]"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// CD-092: the value of a field that no look has judged is hidden, be it new or one
// of too many; what is no field is shown.
func TestUnknownFieldsAreEmptied(t *testing.T) {
	const text = "- textbox \"A\" [ref=e1]: first\n- textbox \"B\" [ref=e2]: second\n- status [ref=e3]: third"
	for _, c := range []struct {
		known map[string]bool
		want  []bool // whether first, second and third are shown
	}{
		{nil, []bool{true, true, true}},
		{map[string]bool{"e1": true}, []bool{true, false, true}},
		{Unknown().Known, []bool{false, false, true}},
	} {
		h := Hidden{Known: c.known}
		page := Parse(text)
		page.Hide(h)
		whole, _ := Render(page, Options{})
		for i, value := range []string{"first", "second", "third"} {
			for _, got := range []string{whole, h.Lines(text)} {
				if strings.Contains(got, value) != c.want[i] {
					t.Errorf("%v: %s in\n%s", c.known, value, got)
				}
			}
		}
	}
}

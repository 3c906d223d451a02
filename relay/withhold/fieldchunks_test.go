package withhold

import (
	"strings"
	"testing"
)

// The lines come in chunks, and a value may be longer than one.
func TestFieldsAcrossChunks(t *testing.T) {
	t.Parallel()
	for _, filler := range []int{0, chunk - 900, chunk - 40, chunk - 10, chunk, chunk + 500} {
		for _, length := range []int{5, 3000, chunk, 3 * chunk} {
			text := strings.Repeat("x", max(0, filler-1)) + "\n- textbox \"Password\" [ref=e5]: " + strings.Repeat("y", length) + "\n- text: after"
			got := fieldText(t, text)
			if strings.Contains(got, "y") || !strings.HasSuffix(got, ": "+field+"\n- text: after") {
				t.Errorf("%d bytes before, %d long: …%.120q", filler, length, got[max(0, len(got)-100):])
			}
		}
	}
}

// What names a field may stand at the end of one chunk, and the field at the
// beginning of the next; what is read of one chunk is not read of all others.
func TestLabelAcrossChunks(t *testing.T) {
	t.Parallel()
	label, textbox := "- generic [ref=e2]: Password\n", "- textbox [ref=e3]: hunter2\n"
	for _, first := range []string{"", "- Page URL: https://a.example/\n", textbox} {
		for shift := range len(label) + len(textbox) {
			for _, history := range []int{0, New(nil).index.Load().history} { // a chunk is searched when it is full, the history before it included
				filler := chunk + history - len(first) - shift
				text := first + strings.Repeat("x", filler-1) + "\n" + label + textbox + "- text: after"
				if got := fieldText(t, text); !strings.HasSuffix(got, ": "+field+"\n- text: after") {
					t.Fatalf("%q, then %d bytes: …%.120q", first, filler, got[max(0, len(got)-100):])
				}
			}
		}
	}
}

// A block need not end with a newline, and a value may go on in the next one.
func TestFieldsAcrossBlocks(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`[{"text":"### Snapshot"},{"text":"- textbox \"Password\" [ref=e1]: abc"},{"text":"  - text: x"}]`: `[{"text":"### Snapshot"},{"text":"- textbox \"Password\" [ref=e1]: ` + field + `"},{"text":"  - text: x"}]`,
		`[{"text":"- textbox \"Password\" [ref=e1]: ab"},{"text":"c\n- text: x"}]`:                         `[{"text":"- textbox \"Password\" [ref=e1]: ` + field + `"},{"text":"\n- text: x"}]`,
		`["- textbox \"Pass","word\" [ref=e1]: ","abc"]`:                                                   `["- textbox \"Pass","word\" [ref=e1]: ","` + field + `"]`,
	} {
		if out, _, err := New(nil).JSON([]byte(in)); err != nil || string(out) != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, out, want)
		}
	}
}

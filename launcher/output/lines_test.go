package output

import (
	"encoding/json"
	"strings"
	"testing"

	"connector-browser/relay/withhold"
)

// CD-141: a trace in which something is withheld later stays one, numbers and labels
// with quotes included; another file is a text.
func TestWithheldFromTrace(t *testing.T) {
	t.Parallel()
	set := withhold.New([]withhold.Secret{{Label: `cookie "a" of b`, Value: "482915"}, {Label: "word", Value: "hunter2-secret"}})
	const text = `{"t":482915,"text":"482915"}` + "\n" + `{"t":1}` + "\nno JSON: hunter2-secret"
	out := string(withheld("out/trace-a-b.ndjson", []byte(text), set))
	if strings.Contains(out, "482915") || strings.Contains(out, "hunter2") {
		t.Errorf("it holds a secret: %s", out)
	}
	lines := strings.Split(out, "\n")
	if len(lines) != 3 || !json.Valid([]byte(lines[0])) || lines[1] != `{"t":1}` {
		t.Errorf("the lines are %q", lines)
	}
	if json.Valid([]byte(strings.Split(string(withheld("out/a.txt", []byte(text), set)), "\n")[0])) {
		t.Error("another file is no text: this test shows nothing")
	}
}

// CB-155: what reaches over several lines is withheld, whatever the file is called.
func TestWithheldOverLines(t *testing.T) {
	t.Parallel()
	set := withhold.New([]withhold.Secret{{Label: "key", Value: "first-half-of-it\nsecond-half-of-it"}})
	out := string(withheld("out/a.ndjson", []byte("{}\nfirst-half-of-it\nsecond-half-of-it\n"), set))
	if want := "{}\n[withheld: key]\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

package relay_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"connector-browser/relay"
	"connector-browser/relay/withhold"
)

// shelf keeps what is spilled.
type shelf struct {
	texts []string
	full  bool
}

func (s *shelf) Put(text string) (string, error) {
	if s.full {
		return "", errors.New("no room")
	}
	s.texts = append(s.texts, text)
	return fmt.Sprintf("/out/%d", len(s.texts)), nil
}

// CD-106, CD-110, CD-111, CD-115: a result of at most 2048 bytes is told whole, a
// small one a second time for programs; a longer one lies in a file, whole, and is
// cut between characters. So is whatever makes an answer longer than 32 KiB.
func TestAgentBound(t *testing.T) {
	t.Parallel()
	kept := &shelf{}
	p := &scriptedPage{body: still}
	s := play(t, relay.Config{Agent: true, Spill: kept}, p.answer)
	s.send(hello)
	s.next()
	evaluate := func(text string) (line string, got result) {
		t.Helper()
		p.text = text
		s.send(call(1, "browser_evaluate", fmt.Sprintf(`{"function":"() => %d"}`, len(p.calls)))) // no two alike
		line = s.next()
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		return line, got
	}
	if line, got := evaluate(`{"a":[1,2]}`); !strings.Contains(line, `"structuredContent":{"result":{"a":[1,2]}}`) || !strings.HasPrefix(got.text(), `{"a":[1,2]}`) {
		t.Errorf("a small result is answered %s", line)
	}
	if line, _ := evaluate(`"` + strings.Repeat("x", 2046) + `"`); strings.Contains(line, "structuredContent") || len(kept.texts) != 0 {
		t.Errorf("2048 bytes are answered %s", line)
	}
	long := `"` + strings.Repeat("x", 2047) + `"`
	_, got := evaluate(long)
	if cut := got.Result.StructuredContent.Truncated; len(kept.texts) != 1 || kept.texts[0] != long || cut.TotalBytes != 2049 || cut.PreviewBytes != 1021 {
		t.Errorf("of 2049 bytes %d files are kept; %+v", len(kept.texts), cut)
	}
	if want := "x\n[cut: 1021 of 2049 bytes; whole in /out/1]\n--\n"; !strings.Contains(got.text(), want) {
		t.Errorf("2049 bytes are answered\n%s", got.text())
	}
	smiles := `"` + strings.Repeat("🙂", 15000) + `"`
	if line, _ := evaluate(smiles); len(line) > 4<<10 || strings.ContainsRune(line, '\uFFFD') || kept.texts[1] != smiles {
		t.Errorf("emoji are answered in %d bytes", len(line))
	}
	kept.full = true
	if _, got := evaluate(long); !strings.Contains(got.text(), "; it could not be written to a file: ask for less]") {
		t.Errorf("with no room it is answered\n%s", got.text())
	}
	kept.full = false
	p.body = func(int) string { // of escapes, in 1000 elements
		return strings.Repeat("- button \"\\\\\\\\\\\\\\\\\\\\\\\\ \\\"\\\"\\\"\\\"\\\" name\" [ref=e2]\n", 1000)
	}
	s.send(call(2, "browser_snapshot", `{"elements":1000}`))
	if line := s.next(); len(line) > 32<<10 || len(line) < 16<<10 || !strings.Contains(line, "whole in /out/3]") || strings.Count(kept.texts[2], "\n") < 900 {
		t.Errorf("a large page is answered in %d bytes, of %d", len(line), len(kept.texts[2]))
	}
}

// What is spilled has passed withholding.
func TestAgentSpillsNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "a-named-secret-of-some-length"
	kept := &shelf{}
	p := &scriptedPage{body: still, text: `"` + secret + strings.Repeat(" word", 1000) + secret + `"`}
	set := withhold.New([]withhold.Secret{{Label: "TOKEN", Value: secret}})
	s := play(t, relay.Config{Agent: true, Spill: kept, Withhold: set}, p.answer)
	s.send(hello)
	s.next()
	got := s.tool("browser_evaluate", `{"function":"() => 1"}`)
	if len(kept.texts) != 1 || strings.Contains(kept.texts[0], secret) || strings.Count(kept.texts[0], "[withheld: TOKEN]") != 2 {
		t.Errorf("kept is %.200q", kept.texts)
	}
	if strings.Contains(got.text(), secret) || !strings.Contains(got.text(), "whole in /out/1") {
		t.Errorf("answered %.200s", got.text())
	}
}

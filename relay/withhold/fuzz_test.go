package withhold

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzWithhold: whatever the secret, the text around it, the spelling and the
// place (which the seed draws), the secret does not leave.
func FuzzWithhold(f *testing.F) {
	f.Add("s3cr3t-Ab/12+xyz", "before ", " after", uint64(1))
	f.Add("key😀1234", "%", "%2", uint64(2))
	f.Add(`it's "quoted" \n`, "a\\", "\\u", uint64(3))
	f.Add("1234", "56", "78", uint64(4))
	f.Add("abababab", "ab", "ab", uint64(5))
	f.Add("a b c d e f", "+", "+", uint64(6))
	f.Fuzz(func(t *testing.T, value, before, after string, seed uint64) {
		if len(value) < MinLength || len(value) > 3000 || !utf8.ValidString(value) || !utf8.ValidString(before) || !utf8.ValidString(after) || strings.Contains(value, "withheld") {
			t.Skip()
		}
		r := rand.New(rand.NewPCG(seed, 8))
		how := spellings[r.IntN(len(spellings))]
		where := places[r.IntN(len(places))]
		// A backslash or a percent sign before the secret may make its first
		// character part of an escape: then it does not stand there.
		if strings.HasSuffix(before, `\`) || strings.ContainsAny(before[max(0, len(before)-12):], `\%`) {
			before += " "
		}
		spelled := how.write(r, value)
		out, hits, err := New([]Secret{{"x", value}}).JSON([]byte(where.write(r, before+spelled+after)))
		if errors.Is(err, ErrShape) || errors.Is(err, ErrWhole) {
			return
		}
		if err != nil || len(hits) == 0 {
			t.Fatalf("%s, %s: %v: %q passed as %q", how.name, where.name, err, value, spelled)
		}
		if !json.Valid(out) {
			t.Fatalf("no JSON: %q", out)
		}
	})
}

// FuzzLine: any bytes at all as a message. No panic, bounded output, and what
// was valid stays valid.
func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"a":["b",1,{"c":"\ud83d\ude00"}]}`))
	f.Add([]byte(`["\u0073\/%2f\\u{41}YWJj61:62"]`))
	f.Add([]byte("\xff{\"\\"))
	set := New([]Secret{session, {"pin", "1234"}, {"words", "a b c d"}})
	f.Fuzz(func(t *testing.T, line []byte) {
		given := bytes.Clone(line)
		out, _, err := set.JSON(line)
		if !bytes.Equal(line, given) {
			t.Fatal("the message given was changed")
		}
		if err == nil && json.Valid(line) && !json.Valid(out) {
			t.Fatalf("%q became %q", line, out)
		}
		set.Text(line)
	})
}

// FuzzFields: the value of a password field is withheld whatever stands around
// its line, and a text without one is left alone.
func FuzzFields(f *testing.F) {
	f.Add("- generic [ref=e1]:\n", "secret123", "\n- text: x")
	f.Add("### Page\n- textbox \"User\" [ref=e2]:\n    - /placeholder: a\n    - text: b", "\"a: \\\"b\"", "\n```")
	f.Add("- 'textbox \"Pass: it''s\" [ref=e3]': \"x\"", "x", "  - fill(\"y\")")
	f.Add("<input value=\"", "v", "\" type=\"password\"/>")
	f.Add("  - waiting for getByLabel('Password')\n    - fill(\"a", "b", "\")")
	f.Add("await page.getByLabel('PIN').fill(`", "b", "`)")
	f.Add("authorization: Basic ", "YWJjZGVmZ2g=", "\ncookie: a=b")
	f.Fuzz(func(t *testing.T, before, value, after string) {
		value = strings.Map(func(r rune) rune {
			if r < ' ' || r == utf8.RuneError {
				return -1
			}
			return r
		}, value)
		if value == "" || !utf8.ValidString(before+after) {
			t.Skip()
		}
		const name = "- textbox \"Password\" [ref=e5]: "
		text := before + "\n" + name + value + "zQz9\n" + after
		line, err := json.Marshal([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		out, _, err := New(nil).JSON(line)
		if err != nil {
			return
		}
		var left []string
		if err := json.Unmarshal(out, &left); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(before+after, "zQz9") && strings.Contains(left[0], "zQz9") && !strings.HasPrefix(value, "[") {
			t.Fatalf("%q left %q", text, left[0])
		}
	})
}

package withhold

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

var session = Secret{"cookie session of example.com", "s3cr3t-Ab/12+xyz"}

// What a message looks like after withholding, byte for byte: everything that
// was not touched keeps its spelling. mcp.md 10.
func TestMessages(t *testing.T) {
	t.Parallel()
	set := New([]Secret{session, {"pin", "482913"}, {`odd "name" \ of` + "\n\x1b[31m", "zq-odd-zq-odd"}})
	const held = "[withheld: cookie session of example.com]"
	for _, c := range []struct{ name, in, out string }{
		{"value", `{"a" : "x s3cr3t-Ab/12+xyz\u0020y", "n":1.0e5}`, `{"a" : "x ` + held + `\u0020y", "n":1.0e5}`},
		{"name", `{"s3cr3t-Ab/12+xyz":{"k":[1,"A\u0041"]}}`, `{"` + held + `":{"k":[1,"A\u0041"]}}`},
		{"escapes of JSON inside", `{"a":"\u00733cr3t\u002dAb\/12+xyz"}`, `{"a":"` + held + `"}`},
		{"over two blocks", `{"result":{"content":[{"type":"text","text":"a s3cr3t-"},{"type":"text","text":"Ab/12+xyz b"}]}}`,
			`{"result":{"content":[{"type":"text","text":"a ` + held + `"},{"type":"text","text":" b"}]}}`},
		{"over nested lists", `{"m":[{"c":[{"t":"s3cr3t-"}]},{"c":[{"t":"Ab/"},{"t":"12+xyz"}]}]}`,
			`{"m":[{"c":[{"t":"` + held + `"}]},{"c":[{"t":""},{"t":""}]}]}`},
		{"not over unlike places", `{"r":[{"a":"s3cr3t-","b":"Ab/12+xyz"}]}`, `{"r":[{"a":"s3cr3t-","b":"Ab/12+xyz"}]}`},
		{"not over two members", `{"a":"s3cr3t-","b":"Ab/12+xyz"}`, `{"a":"s3cr3t-","b":"Ab/12+xyz"}`},
		{"twice", `["s3cr3t-Ab/12+xyzs3cr3t-Ab/12+xyz"]`, `["` + held + `"]`},
		{"a number", `{"a":482913,"b":[482913, 1482913],"c":"482913"}`,
			`{"a":"[withheld: pin]","b":["[withheld: pin]", 1482913],"c":"[withheld: pin]"}`},
		{"numbers that pair messages", `{"id":482913,"params":{"progressToken":482913,"requestId":482913}}`,
			`{"id":482913,"params":{"progressToken":482913,"requestId":482913}}`},
		{"the answer's own id", `{"id":"s3cr3t-Ab/12+xyz","result":{}}`, `{"id":"s3cr3t-Ab/12+xyz","result":{}}`},
		{"a label that needs quoting", `{"a":"zq-odd-zq-odd"}`, `{"a":"[withheld: odd \"name\" \\ of??[31m]"}`},
		{"structured content too", `{"result":{"structuredContent":{"x":{"y":"=s3cr3t-Ab/12+xyz"}}}}`, `{"result":{"structuredContent":{"x":{"y":"=` + held + `"}}}}`},
		{"lone surrogate beside it", `{"a":"\ud83ds3cr3t-Ab/12+xyz\ude00"}`, `{"a":"\ud83d` + held + `\ude00"}`},
		{"invalid UTF-8 beside it", "{\"a\":\"\xff\xc3s3cr3t-Ab/12+xyz\xe2\x82\"}", "{\"a\":\"\xff\xc3" + held + "\xe2\x82\"}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, err := set.JSON([]byte(c.in))
			if err != nil || string(out) != c.out {
				t.Errorf("%v\ngot  %s\nwant %s", err, out, c.out)
			}
		})
	}
}

// A character outside the basic plane may be cut in half by a seam.
func TestSurrogatesAcrossBlocks(t *testing.T) {
	t.Parallel()
	set := New([]Secret{{"named", "key😀12345678"}})
	out, _, err := set.JSON([]byte(`{"c":[{"text":"key\ud83d"},{"text":"\ude0012345678!"}]}`))
	if want := `{"c":[{"text":"[withheld: named]"},{"text":"!"}]}`; err != nil || string(out) != want {
		t.Errorf("%v %s", err, out)
	}
}

// Overlapping secrets: the leftmost wins, of these the longest; nothing of
// either is left.
func TestOverlaps(t *testing.T) {
	t.Parallel()
	set := New([]Secret{{"a", "abcdefgh12"}, {"b", "gh12345678"}, {"c", "abcdefgh12345"}})
	for in, want := range map[string]string{
		`["-abcdefgh12-"]`:       `["-[withheld: a]-"]`,
		`["-abcdefgh12345678-"]`: `["-[withheld: c]-"]`,
		`["-gh12345678-"]`:       `["-[withheld: b]-"]`,
	} {
		if out, _, err := set.JSON([]byte(in)); err != nil || string(out) != want {
			t.Errorf("%s: %v %s", in, err, out)
		}
	}
}

// Base64: the characters at both ends share bits with the neighbours and go
// too; an end that was left out does not let the rest pass.
func TestBase64Ends(t *testing.T) {
	t.Parallel()
	set := New([]Secret{{"k", "0123456789"}})
	for in, want := range map[string]string{
		"eDAxMjM0NTY3ODl5": "e[withheld: k]5", // base64 of x0123456789y
		"MDEyMzQ1Njc4OQ==": "[withheld: k]==",
		"AxMjM0NTY3ODl5":   "[withheld: k]5", // cut in front
		"MDEyMzQ1Njc4O":    "[withheld: k]",  // cut behind
	} {
		out, _, err := set.JSON([]byte(`["` + in + `"]`))
		if err != nil || string(out) != `["`+want+`"]` {
			t.Errorf("%s: %v %s", in, err, out)
		}
	}
}

// What cannot be searched does not leave.
func TestShapesThatAreRefused(t *testing.T) {
	t.Parallel()
	set := New([]Secret{session})
	var wide strings.Builder
	for i := range maxRopes + 1 {
		fmt.Fprintf(&wide, `,{"k%d":"v"}`, i)
	}
	for name, line := range map[string]string{
		"open string":    `{"a":"b`,
		"open escape":    `{"a":"b\`,
		"bad escape":     `{"a":"\q"}`,
		"bad code point": `{"a":"\u12g4"}`,
		"open object":    `{"a":{}`,
		"crossed":        `{"a":[}]`,
		"closed twice":   `{}}`,
		"too deep":       strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1),
		"too branched":   `[{}` + wide.String() + `]`,
		"endless name":   `{"` + strings.Repeat("n", maxName+1) + `":1}`,
	} {
		if out, _, err := set.JSON([]byte(line)); !errors.Is(err, ErrShape) || out != nil {
			t.Errorf("%s: %v %.80s", name, err, out)
		}
	}
	if _, _, err := set.JSON([]byte(`{"id":"s3cr3t-Ab/12+xyz","method":"ping"}`)); !errors.Is(err, ErrID) {
		t.Errorf("id of a request: %v", err)
	}
}

// A message full of secrets does not outgrow its bounds.
func TestLabelsAreBounded(t *testing.T) {
	t.Parallel()
	set := New([]Secret{{"a very long label for a very short secret, to make it grow", "k3y!"}})
	in := []byte(`["` + strings.Repeat("k3y!-", maxSpans/2) + `"]`)
	out, hits, err := set.JSON(in)
	if err != nil || len(hits) != 1 || bytes.Contains(out, []byte("k3y!")) {
		t.Fatal(hits, err)
	}
	if len(out) > 3*len(in)+maxGrowth {
		t.Errorf("%d bytes became %d", len(in), len(out))
	}
	in = []byte(`["` + strings.Repeat("k3y!-", maxSpans+1) + `"]`)
	if _, _, err := set.JSON(in); !errors.Is(err, ErrShape) {
		t.Errorf("more than can be cut out: %v", err)
	}
	if out, _ := set.Text(in); bytes.Contains(out, []byte("k3y!")) {
		t.Error("as text, it went out")
	}
}

// A clean message costs no allocation, whatever its size.
func TestCleanMessagesAllocateNothing(t *testing.T) {
	set := twoHundred()
	line := answer(200_000, func(i int) string { return fmt.Sprintf("- link \"Item %d\"\n  - /url: /a%%20b/%d\n", i, i) })
	for range 20 { // until every buffer has grown
		if _, _, err := set.JSON(line); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(20, func() { set.JSON(line) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

package settings

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var lenient = JSON{Comments: true, TrailingCommas: true}

var entry = Table{{"command", "/x"}, {"args", []string{"run"}}, {"env", Table{{"A", "b"}}}}

// TestJSONPut reads as the list of places that an entry may come to. SN-001:
// other servers, comments, unknown keys and odd formatting stay as they were.
func TestJSONPut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "",
			"{\n  \"s\": {\n    \"b\": {\n      \"command\": \"/x\",\n      \"args\": [\"run\"],\n      \"env\": {\n        \"A\": \"b\"\n      }\n    }\n  }\n}\n"},
		{"a comment alone", "// mine",
			"// mine\n{\n  \"s\": {\n    \"b\": {\n      \"command\": \"/x\",\n      \"args\": [\"run\"],\n      \"env\": {\n        \"A\": \"b\"\n      }\n    }\n  }\n}\n"},
		{"empty object", "{}",
			"{\n  \"s\": {\n    \"b\": {\n      \"command\": \"/x\",\n      \"args\": [\"run\"],\n      \"env\": {\n        \"A\": \"b\"\n      }\n    }\n  }\n}"},
		{"empty table, tabs", "{\n\t\"k\": 1,\n\t\"s\": {}\n}\n",
			"{\n\t\"k\": 1,\n\t\"s\": {\n\t\t\"b\": {\n\t\t\t\"command\": \"/x\",\n\t\t\t\"args\": [\"run\"],\n\t\t\t\"env\": {\n\t\t\t\t\"A\": \"b\"\n\t\t\t}\n\t\t}\n\t}\n}\n"},
		{"one line", `{"s": {"a": {"command": "y"}}}`,
			`{"s": {"b": {"command": "/x", "args": ["run"], "env": {"A": "b"}}, "a": {"command": "y"}}}`},
		{"one line, empty table", `{"s":{}}`,
			`{"s":{"b": {"command": "/x", "args": ["run"], "env": {"A": "b"}}}}`},
		{"comments and a trailing comma", "{ // top\n    \"s\": { // servers\n        // the first\n        \"a\": 1, /* one */\n    },\n}",
			"{ // top\n    \"s\": { // servers\n        \"b\": {\n            \"command\": \"/x\",\n            \"args\": [\"run\"],\n            \"env\": {\n                \"A\": \"b\"\n            }\n        },\n        // the first\n        \"a\": 1, /* one */\n    },\n}"},
		{"Windows line ends and a byte order mark", "\xef\xbb\xbf{\r\n  \"k\": 1\r\n}\r\n",
			"\xef\xbb\xbf{\r\n  \"s\": {\r\n    \"b\": {\r\n      \"command\": \"/x\",\r\n      \"args\": [\"run\"],\r\n      \"env\": {\r\n        \"A\": \"b\"\r\n      }\r\n    }\r\n  },\r\n  \"k\": 1\r\n}\r\n"},
		{"another of the name", "{\n  \"s\": {\n    \"b\": {\"command\": \"old\"}, // why\n    \"c\": 1\n  }\n}",
			"{\n  \"s\": {\n    \"b\": {\n      \"command\": \"/x\",\n      \"args\": [\"run\"],\n      \"env\": {\n        \"A\": \"b\"\n      }\n    }, // why\n    \"c\": 1\n  }\n}"},
		{"a comment over two lines", "{\"s\": { /* a\n b */ } }",
			"{\"s\": {\"b\": {\"command\": \"/x\", \"args\": [\"run\"], \"env\": {\"A\": \"b\"}} /* a\n b */ } }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := lenient.Put([]byte(c.text), entry, "s", "b")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if back, ok := Undo(lenient, []byte(c.text), got, entry, "s", "b"); !ok || string(back) != c.text {
				t.Errorf("Undo gives %q, %v", back, ok)
			}
		})
	}
}

// TestJSONRefuses says where a text is broken, and why.
func TestJSONRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		f          JSON
		text, want string
	}{
		{lenient, "{\n  \"s\": {\n    \"a\": 1\n    \"b\": 2\n  }\n}", "4:5: a comma or a closing } is missing before this"},
		{lenient, "{\"s\": [}", "1:8: a value is missing here, or not one that JSON knows"},
		{lenient, "{\"ü\": tru}", "1:7: a value is missing here, or not one that JSON knows"},
		{lenient, "{\n\"s\": \"x", "2:6: a string that does not end"},
		{lenient, "{\"s\": \"x\ny\"}", "1:9: a string that does not end on its line"},
		{lenient, `{"s": "\q"}`, "1:7: a string with a bad escape"},
		{lenient, "{} {}", "1:4: more text after the end of the value"},
		{lenient, "{/*", "1:2: a comment that does not end"},
		{lenient, "{s: 1}", "1:2: a name in double quotes is missing here"},
		{lenient, "{\"s\" 1}", "1:6: a colon is missing here"},
		{lenient, "\xff\xfe{\x00", "1:1: is not UTF-8 text"},
		{lenient, strings.Repeat("[", 300), "1:202: nested deeper than 200 levels"},
		{lenient, "[]", `1:1: not an object, where "s" would have to be`},
		{lenient, `{"s": null}`, `1:7: not an object, where "b" would have to be`},
		{lenient, `{"s": {}, "s": {}}`, `1:11: "s" stands here for the second time`},
		{JSON{}, "{\n  // no\n}", "2:3: a comment, which the client that reads this file takes for an error"},
		{JSON{Comments: true}, "{\"s\": {\"a\": [1,]}}", "1:15: a comma after the last element, which the client that reads this file takes for an error"},
	} {
		if _, err := c.f.Put([]byte(c.text), entry, "s", "b"); err == nil || err.Error() != c.want {
			t.Errorf("Put into %q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestJSONTake takes one of several out.
func TestJSONTake(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"first", "{\"s\": {\n  \"b\": {},\n  \"a\": 1 // one\n}}", "{\"s\": {\n  \"a\": 1 // one\n}}"},
		{"middle", "{\"s\": {\n  \"a\": 1, // one\n  \"b\": {},\n  \"c\": 1\n}}", "{\"s\": {\n  \"a\": 1, // one\n  \"c\": 1\n}}"},
		{"last", "{\"s\": {\n  \"a\": 1, // one\n  \"b\": {}\n}}", "{\"s\": {\n  \"a\": 1 // one\n}}"},
		{"last with a comma", "{\"s\": {\n  \"a\": 1,\n  \"b\": {},\n}}", "{\"s\": {\n  \"a\": 1,\n}}"},
		{"alone", "{\"s\": {\n  \"b\": {}\n}}", "{\"s\": {}}"},
		{"alone beside a comment", "{\"s\": {\n  // none\n  \"b\": {}\n}}", "{\"s\": {\n  // none\n}}"},
		{"on one line", `{"s": {"a": 1, "b": {}, "c": 1}}`, `{"s": {"a": 1, "c": 1}}`},
		{"before another on its line", "{\"s\": {\n  \"a\": 1, // one\n  \"b\": {}, \"c\": 1\n}}", "{\"s\": {\n  \"a\": 1, // one\n  \"c\": 1\n}}"},
		{"before the bracket", "{\"s\": {\n  \"a\": 1, // one\n  \"b\": {}}}", "{\"s\": {\n  \"a\": 1 // one\n  }}"},
		{"not there", `{"s": {}}`, `{"s": {}}`},
	} {
		got, err := lenient.Take([]byte(c[1]), "s", "b")
		if err != nil || string(got) != c[2] {
			t.Errorf("%s: %q, %v; want %q", c[0], got, err, c[2])
		}
	}
}

// TestJSONRandom lays the entry into random documents and takes it out again:
// Undo restores every byte, with somebody else's edit in between as well, and
// Take every byte where the table held others.
func TestJSONRandom(t *testing.T) {
	t.Parallel()
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 6))
		text := randomDocument(r)
		put, err := lenient.Put(text, entry, "s", "b")
		if err != nil {
			t.Fatalf("seed %d: %q: %v", seed, text, err)
		}
		if got, ok := Undo(lenient, text, put, entry, "s", "b"); !ok || !bytes.Equal(got, text) {
			t.Fatalf("seed %d: Undo of %q gives %q, %v", seed, text, got, ok)
		}
		taken, err := lenient.Take(put, "s", "b")
		if err != nil {
			t.Fatalf("seed %d: Take from %q: %v", seed, put, err)
		}
		if found, _ := lenient.Find(text, "s"); found != nil && len(found.Value.(map[string]any)) > 0 && !bytes.Equal(taken, text) {
			t.Fatalf("seed %d: Take after Put on %q gives %q", seed, text, taken)
		}
		if inside := bytes.Replace(text, []byte(`"two"`), []byte(`"b"`), 1); !bytes.Equal(inside, text) {
			if _, err := lenient.Take(inside, "s", "b"); err != nil {
				t.Fatalf("seed %d: Take from %q: %v", seed, inside, err)
			}
		}
		other := Table{{"url", "z"}}
		touched, err1 := lenient.Put(put, other, "else")
		want, err2 := lenient.Put(text, other, "else")
		if err1 != nil || err2 != nil {
			t.Fatalf("seed %d: %v, %v", seed, err1, err2)
		}
		if got, ok := Undo(lenient, text, touched, entry, "s", "b"); ok && !bytes.Equal(got, want) {
			t.Fatalf("seed %d: Undo beside another edit of %q gives %q, want %q", seed, touched, got, want)
		}
	}
}

// randomDocument is an object, oddly written, often with a table "s".
func randomDocument(r *rand.Rand) []byte {
	newline := []string{"\n", "\r\n"}[r.IntN(2)]
	space := func() string {
		return []string{"", "", " ", "\t", newline, newline + "  ", "/* a, \"b\": { */", " // }" + newline}[r.IntN(8)]
	}
	var value func(depth int) string
	object := func(depth int, names ...string) string {
		out := "{" + space()
		for i, name := range names {
			out += fmt.Sprintf("%q%s:%s%s%s", name, space(), space(), value(depth+1), space())
			if i < len(names)-1 || r.IntN(3) == 0 {
				out += "," + space()
			}
		}
		return out + "}"
	}
	value = func(depth int) string {
		switch n := r.IntN(6); {
		case n == 0 && depth < 4:
			return object(depth, []string{"x", "é", "}"}[:r.IntN(4)]...)
		case n == 1 && depth < 4:
			return "[" + value(depth+1) + space() + "]"
		case n == 2:
			return `"\"{,\\"`
		}
		return "-1.5e3"
	}
	names := []string{"a", "mcp", "z"}[:r.IntN(4)]
	out := object(0, names...)
	if r.IntN(3) > 0 { // with the table, first of all
		table := object(1, []string{"one", "two", "three"}[:r.IntN(4)]...)
		rest := ""
		if len(names) > 0 {
			rest = ","
		}
		out = "{" + space() + `"s": ` + table + rest + out[1:]
	}
	mark := []string{"", "", "\xef\xbb\xbf"}[r.IntN(3)]
	return []byte(mark + space() + out + []string{"", newline}[r.IntN(2)])
}

// FuzzJSON: what parses before parses after, with all else equal (Put and Take
// check that themselves); nothing panics.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{"", "{}", "{\"s\":{\"b\":1,}}", "//\n{\r\n\t\"s\" : {/**/}}", "\xef\xbb\xbf{", "[[{\"\\u00e9\":1e999}]]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkEdits(t, lenient, text) })
}

// checkEdits puts the entry into a text and takes it out again.
func checkEdits(t *testing.T, f Format, text []byte) {
	t.Helper()
	original := bytes.Clone(text)
	before, err := f.Find(text)
	put, perr := f.Put(text, entry, "s", "b")
	if err != nil && perr == nil {
		t.Fatalf("Put into a broken text %q", text)
	}
	if !bytes.Equal(text, original) {
		t.Fatalf("the text itself was changed: %q", original)
	}
	if perr != nil {
		return
	}
	if found, err := f.Find(put, "s", "b"); err != nil || !same(found.Value, entry.Value()) {
		t.Fatalf("Put into %q gives %q: %v", text, put, err)
	}
	if had, _ := f.Find(text, "s", "b"); had == nil {
		if back, ok := Undo(f, text, put, entry, "s", "b"); !ok || !bytes.Equal(back, text) {
			t.Fatalf("Undo of Put on %q gives %q", text, back)
		}
	}
	taken, err := f.Take(put, "s", "b")
	if err != nil {
		t.Fatalf("Take from %q: %v", put, err)
	}
	after, err := f.Find(taken)
	if err != nil || !same(without(before, []string{"s", "b"}), without(after, []string{"s", "b"})) {
		t.Fatalf("Put and Take on %q give %q: %v", text, taken, err)
	}
}

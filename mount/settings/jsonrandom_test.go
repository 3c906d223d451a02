package settings

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

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

package strictjson_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"connector-browser/strictjson"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", strictjson.MaxDepth+1) + strings.Repeat("]", strictjson.MaxDepth+1)
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"object", `{"a":[1,-0.5e+3,true,null,"\u00e9\n"],"b":{}}`, nil},
		{"white space around", " \t{ } \r\n", nil},
		{"bare value", `"text"`, nil},
		{"nothing", ``, strictjson.ErrSyntax},
		{"two values", `{} {}`, strictjson.ErrSyntax},
		{"trailing comma", `[1,]`, strictjson.ErrSyntax},
		{"leading zero", `01`, strictjson.ErrSyntax},
		{"control character", "\"a\nb\"", strictjson.ErrSyntax},
		{"bad escape", `"\x41"`, strictjson.ErrSyntax},
		{"open string", `"abc`, strictjson.ErrSyntax},
		{"byte order mark", "\ufeff{}", strictjson.ErrSyntax},
		{"invalid UTF-8", "\"\xff\"", strictjson.ErrUTF8},
		{"same name twice", `{"a":1,"a":2}`, strictjson.ErrDuplicate},
		{"same name, escaped", `{"name":1,"n\u0061me":2}`, strictjson.ErrDuplicate},
		{"same name, nested", `[{"x":{"a":1,"a":1}}]`, strictjson.ErrDuplicate},
		{"same name after many", `{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"a":0}`, strictjson.ErrDuplicate},
		{"names that differ in case", `{"name":1,"Name":2}`, nil},
		{"too deep", deep, strictjson.ErrDepth},
	} {
		if err := strictjson.Check([]byte(c.text)); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

func TestOutlineKeepsTheBytes(t *testing.T) {
	t.Parallel()
	members, err := strictjson.Outline([]byte(`{ "result" : {"a":"}\"]","b":[{}]} ,"id":7}`))
	if err != nil {
		t.Fatal(err)
	}
	if len(members) != 2 || members[0].Name != "result" || string(members[0].Value) != `{"a":"}\"]","b":[{}]}` || string(members[1].Value) != "7" {
		t.Errorf("got %q", members)
	}
}

// FuzzCheck holds the scanner against the standard library: what is strict is
// valid, and what is valid fails only for one of the stricter rules.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{}`, `[1,2]`, `{"a":{"a":1}}`, `"\ud800"`, `-0e1`, "\xff", `{"a":1,"\u0061":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		err := strictjson.Check(text)
		if err == nil && !json.Valid(text) {
			t.Fatalf("strict but not valid: %q", text)
		}
		if errors.Is(err, strictjson.ErrSyntax) && json.Valid(text) {
			t.Fatalf("valid but called a syntax error: %q", text)
		}
		if err == nil && len(text) > 0 && strings.TrimSpace(string(text))[0] == '{' {
			strict, err1 := strictjson.Object(text)
			loose, err2 := strictjson.Outline(text)
			if err1 != nil || err2 != nil || len(strict) != len(loose) {
				t.Fatalf("Object and Outline disagree on %q: %v, %v", text, err1, err2)
			}
		}
	})
}

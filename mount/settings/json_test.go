package settings

import (
	"strings"
	"testing"
)

var lenient = JSON{Comments: true, TrailingCommas: true}

var entry = Table{{"command", "/x"}, {"args", []string{"run"}}, {"env", Table{{"A", "b"}}}}

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

package settings

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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

package secrets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// padded is a login state of exactly size bytes.
func padded(size int) string { return filled("a", size) }

// filled is one whose one value consists of a letter.
func filled(letter string, size int) string {
	const before, after = `{"cookies":[],"origins":[{"origin":"https://example.com","localStorage":[{"name":"a","value":"`, `"}]}]}`
	return before + strings.Repeat(letter, size-len(before)-len(after)) + after
}

// numbered is a login state that differs from that of any other number.
func numbered(n int) []byte {
	return fmt.Appendf(nil, `{"cookies":[{"name":"n","value":"%d","domain":"example.com","path":"/"}],"origins":[]}`, n)
}

func TestCheckState(t *testing.T) {
	t.Parallel()
	nested := func(n int) string {
		return `{"cookies":[],"origins":[{"origin":"https://example.com","localStorage":[],"indexedDB":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}]}`
	}
	for _, test := range []struct{ name, state, want string }{
		{"the clean profile", CleanProfile, ""},
		{"the other order, odd spaces", "\r\n {\t\"origins\" :[ ] ,\"cookies\": [ ]\n} ", ""},
		{"keys spelt with escapes", `{"\u0063ookies":[],"origins":[]}`, ""},
		{"exactly 4 MiB", padded(MaxState), ""},
		{"4 MiB and one byte", padded(MaxState + 1), "is larger than 4 MiB"},
		{"nothing", "", "is not one JSON object"},
		{"spaces", " \n", "is not one JSON object"},
		{"invalid UTF-8", "{\"cookies\":[\"\xff\"],\"origins\":[]}", "is not UTF-8"},
		{"byte order mark", "\ufeff" + CleanProfile, "starts with a byte order mark"},
		{"UTF-16", "{\x00}\x00", "is not one JSON object"},
		{"array", `[]`, "is not one JSON object"},
		{"null", `null`, "is not one JSON object"},
		{"string", `"cookies"`, "is not one JSON object"},
		{"two objects", CleanProfile + CleanProfile, "is not one JSON object"},
		{"trailing garbage", CleanProfile + "x", "is not one JSON object"},
		{"trailing NUL", CleanProfile + "\x00", "is not one JSON object"},
		{"trailing comma", `{"cookies":[],"origins":[],}`, "is not one JSON object"},
		{"comment", `{"cookies":[],/**/"origins":[]}`, "is not one JSON object"},
		{"cut off", `{"cookies":[],"origins":[`, "is not one JSON object"},
		{"extra key", `{"cookies":[],"origins":[],"x":[]}`, "must have exactly the keys cookies and origins"},
		{"missing key", `{"cookies":[]}`, "must have exactly the keys cookies and origins"},
		{"empty object", `{}`, "must have exactly the keys cookies and origins"},
		{"key of another case", `{"Cookies":[],"origins":[]}`, "must have exactly the keys cookies and origins"},
		{"key of both cases", `{"cookies":[],"Cookies":[],"origins":[]}`, "must have exactly the keys cookies and origins"},
		{"key that folds to ours", `{"coo\u212aies":[],"origins":[]}`, "must have exactly the keys cookies and origins"},
		{"duplicate key", `{"cookies":[],"origins":[],"cookies":[]}`, "gives a key twice"},
		{"duplicate key, escaped", `{"cookies":[],"origins":[],"\u0063ookies":[]}`, "gives a key twice"},
		{"duplicate key in a cookie", `{"cookies":[{"value":"a","value":"b"}],"origins":[]}`, "gives a key twice"},
		{"object instead of array", `{"cookies":{},"origins":[]}`, "has something other than an array under its key cookies"},
		{"null instead of array", `{"cookies":[],"origins":null}`, "has something other than an array under its key origins"},
		{"string instead of array", `{"cookies":[],"origins":"[]"}`, "has something other than an array under its key origins"},
		{"nested 200 deep", nested(200), ""},
		{"nested too deeply", nested(300), "is nested too deeply"},
		{"nested a million deep", nested(1 << 20), "is nested too deeply"},
	} {
		t.Run("CB-036 "+test.name, func(t *testing.T) {
			t.Parallel()
			err := CheckState([]byte(test.state))
			if test.want != "" {
				wantError(t, err, "the login state "+test.want)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// CB-036: whatever passes is what any reader of JSON understands in the same
// way, and whatever is refused is refused without a word of it.
func FuzzCheckState(f *testing.F) {
	f.Add([]byte(CleanProfile))
	f.Add([]byte(`{"cookies":[{"name":"a","value":"b","domain":".example.com","expires":1.5}],"origins":[{"origin":"https://example.com","localStorage":[{"name":"k","value":"{\"t\":\"v\"}"}]}]}`))
	f.Add([]byte(`{"cookies":[],"origins":[],"\u0063ookies":[]}`))
	f.Fuzz(func(t *testing.T, state []byte) {
		err := CheckState(state)
		credentials, contents := Credentials(state), Count(state)
		if err != nil {
			if !knownSentence(err) {
				t.Errorf("the refusal says something of its own: %v", err)
			}
			if outlineFault(state) == nil {
				return // looked into all the same, so that nothing of it is shown
			}
			if credentials != nil || contents.Cookies+contents.Items+contents.Records != 0 {
				t.Error("a refused state was looked into")
			}
			return
		}
		var any map[string]json.RawMessage
		if err := json.Unmarshal(state, &any); err != nil || len(any) != 2 || !utf8.Valid(state) || len(state) > MaxState {
			t.Errorf("passed, but encoding/json finds %d keys, %v", len(any), err)
		}
		for _, key := range []string{"cookies", "origins"} {
			if !bytes.HasPrefix(any[key], []byte("[")) {
				t.Errorf("passed, but encoding/json finds no array under %s", key)
			}
		}
		for _, c := range credentials {
			if c.Value == "" || strings.ContainsFunc(c.Label, func(r rune) bool { return r < ' ' || r > '~' || r == ']' }) {
				t.Errorf("a credential of %d bytes is labelled %q", len(c.Value), c.Label)
			}
		}
	})
}

// knownSentence says whether an error consists of this package's own words.
func knownSentence(err error) bool {
	for _, known := range []string{
		"the login state is larger than 4 MiB", "the login state is not one JSON object", "the login state is not UTF-8",
		"the login state starts with a byte order mark", "the login state gives a key twice", "the login state is nested too deeply",
		"the login state must have exactly the keys cookies and origins",
		"the login state has something other than an array under its key cookies",
		"the login state has something other than an array under its key origins",
	} {
		if err.Error() == known {
			return true
		}
	}
	return faultSentence.MatchString(err.Error())
}

// faultSentence is what CheckState says of a member.
var faultSentence = regexp.MustCompile(`^the login state (holds a number that is too large|has a fault at (cookies|origins)\[\d+\](\.[a-zA-Z]+(\[\d+\](\.(name|value))?)?)?: (it must |it needs |it has a character |a cookie needs |name and value must |the cookie lacks )[^\x00]*)$`)

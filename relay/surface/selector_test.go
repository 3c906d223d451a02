package surface

import (
	"encoding/json"
	"testing"
)

// CD-075: each prefix, with what a value may hold, in the words of the upstream.
func TestSelector(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]string{
		"#login button":         "#login button",
		"css=.a > b":            "css=.a > b",
		"xpath=//a":             "xpath=//a",
		"id=user":               "id=user",
		"e6":                    "e6",
		"ref=e6":                "e6",
		"text=Sign in":          `internal:text="Sign in"s`,
		`text="Sign in"`:        `internal:text="Sign in"`,
		"text=/sign/i":          `internal:text=/sign/i`,
		`text=say "hi" \ ]`:     `internal:text="say \"hi\" \\ ]"s`,
		"text*=sign":            `internal:text="sign"i`,
		"label=E-Mail":          `internal:label="E-Mail"s`,
		`placeholder=a"]b`:      `internal:attr=[placeholder="a\"]b"s]`,
		"alt=x=y":               `internal:attr=[alt="x=y"s]`,
		"title=T":               `internal:attr=[title="T"s]`,
		"testid=go":             `internal:testid=[data-testid="go"s]`,
		"name=q[0]":             `css=[name="q[0]"]`,
		"tag=e7":                "css=e7",
		"tag=a, b":              "tag=a, b",
		"role=button[name=Go]":  `role=button[name="Go"]`,
		`role=link[name="a]b"]`: `role=link[name="a]b"]`,
		"role=main":             "role=main",
		"getByLabel('a')":       "getByLabel('a')",
		"text=":                 "text=",
	} {
		got := Selector(target)
		if got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
		if again := Selector(got); again != got {
			t.Errorf("%s is %s when it is put in these words again", got, again)
		}
	}
}

// Every target of a call is rewritten, and nothing else.
func TestTargets(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		`{"target": "e1"}`:                            `{"target": "e1"}`,
		`{"text":"label=a"}`:                          `{"text":"label=a"}`,
		`{"startTarget":"testid=a","endTarget":"e2"}`: `{"endTarget":"e2","startTarget":"internal:testid=[data-testid=\"a\"s]"}`,
		`{"fields":[{"target":"e1","value":"label=v"},{"target":"name=b<","value":"c"}]}`: `{"fields":[{"target":"e1","value":"label=v"},{"target":"css=[name=\"b<\"]","value":"c"}]}`,
	} {
		got, were := Targets(json.RawMessage(given))
		if string(got) != want || (were != nil) != (given != want) {
			t.Errorf("%s is %s after %q, want %s", given, got, were, want)
		}
	}
}

// CD-068: what was rewritten is known as it came, all of it.
func TestTargetsAsTheyCame(t *testing.T) {
	t.Parallel()
	_, were := Targets(json.RawMessage(`{"startTarget":"testid=a","endTarget":"label=b"}`))
	if len(were) != 2 || were[0] != "testid=a" || were[1] != "label=b" {
		t.Errorf("%q", were)
	}
}

package secrets_test

import (
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/secrets"
)

// KL-26: with [login].domains a save keeps these sites alone, and what belongs
// to no site is not kept.
func TestKeep(t *testing.T) {
	t.Parallel()
	const state = `{"cookies":[
{"name":"a","value":"1","domain":".example.com","path":"/","weird":1.50},
{"name":"b","value":"2","domain":"app.example.com","path":"/"},
{"name":"c","value":"3","domain":"example.com.evil.test"},
{"name":"d","value":"4","domain":"notexample.com"},
{"name":"e","value":"5"},
7],
"origins":[{"origin":"https://app.example.com","localStorage":[{"name":"k","value":"v"}]},
{"origin":"https://evil.test","localStorage":[]},{"origin":"about:blank"},null]}`
	rules := policy.LoginRules{Domains: []string{"example.com"}}
	got, err := secrets.Keep([]byte(state), rules.Keeps)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"cookies":[{"name":"a","value":"1","domain":".example.com","path":"/","weird":1.50},{"name":"b","value":"2","domain":"app.example.com","path":"/"}],` +
		`"origins":[{"origin":"https://app.example.com","localStorage":[{"name":"k","value":"v"}]}]}`
	if string(got) != want {
		t.Errorf("kept %s\nwant %s", got, want)
	}
	if err := secrets.CheckState(got); err != nil {
		t.Errorf("what is kept breaks the rule: %v", err)
	}
	if _, err := secrets.Keep([]byte(`{"cookies":[]}`), rules.Keeps); err == nil || strings.Contains(err.Error(), "cookies\":") {
		t.Errorf("a state that breaks the rule: %v", err)
	}
}

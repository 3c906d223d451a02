package relay_test

import (
	"strings"
	"testing"

	"connector-browser/relay"
	"connector-browser/relay/withhold"
)

// CB-111, CB-112, CB-114: the state's text as a whole never leaves, in results,
// errors and notifications alike; its values leave as labels.
func TestWithheldFromWhateverLeaves(t *testing.T) {
	t.Parallel()
	const state = `{"cookies":[{"name":"session","value":"Zq81-Wk27-s3cr3t","domain":"example.com"}],"origins":[]}`
	for name, c := range map[string]struct{ answer, want string }{
		"whole in a result":   {`{"result":{"content":[{"type":"text","text":"` + quoted(state) + `"}]},"jsonrpc":"2.0","id":1}`, `"connector.internal"`},
		"whole in two blocks": {`{"result":{"content":[{"type":"text","text":"` + quoted(state[:40]) + `"},{"type":"text","text":"` + quoted(state[40:]) + `"}]},"jsonrpc":"2.0","id":1}`, `"connector.internal"`},
		"whole in an error":   {`{"error":{"code":-1,"message":"` + quoted(state) + `"},"jsonrpc":"2.0","id":1}`, `"connector.internal"`},
		"clean profile":       {`{"result":{"content":[{"type":"text","text":"` + quoted(withhold.CleanState) + `"}]},"jsonrpc":"2.0","id":1}`, `"connector.internal"`},
		"value":               {`{"result":{"content":[{"type":"text","text":"it is Zq81-Wk27-s3cr3t."}]},"jsonrpc":"2.0","id":1}`, `it is [withheld: cookie session of example.com].`},
		"value in an error":   {`{"error":{"code":-1,"message":"Zq81-Wk27-s3cr3t"},"jsonrpc":"2.0","id":1}`, `"message":"[withheld: cookie session of example.com]"`},
		"value in base64":     {`{"result":{"x":"WnE4MS1XazI3LXMzY3IzdA=="},"jsonrpc":"2.0","id":1}`, `[withheld: cookie session of example.com]`},
		"notification":        {`{"method":"notifications/message","params":{"data":"Zq81-Wk27-s3cr3t"},"jsonrpc":"2.0"}`, `"data":"[withheld: cookie session of example.com]"`},
		"ordinary":            {`{"result":{ "content":[{"type":"text","text":"session of example.com"}] },"jsonrpc":"2.0","id":1}`, `{"result":{ "content":[{"type":"text","text":"session of example.com"}] },"jsonrpc":"2.0","id":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := withhold.New([]withhold.Secret{{Label: "cookie session of example.com", Value: "Zq81-Wk27-s3cr3t"}})
			set.Whole([]byte(state))
			s := play(t, relay.Config{Withhold: set}, func([]byte) []byte { return []byte(c.answer + "\n") })
			s.send(call(1, "browser_close", `{}`))
			if got := s.next(); !strings.Contains(got, c.want) || strings.Contains(got, "Zq81") {
				t.Errorf("the client was sent %s\nwant in it %s", got, c.want)
			}
		})
	}
}

// CD-092: what a call types into a field that reads like a secret is withheld
// from what comes back, in this answer and in later ones.
func TestTypedSecretsAreRemembered(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, echo)
	s.send(call(1, "browser_type", `{"element":"Password field","target":"e5","text":"correct-horse-7"}`))
	s.send(call(2, "browser_fill_form", `{"fields":[{"target":"e1","name":"API key","type":"textbox","value":"k-9918-aa17-zz"}]}`))
	s.send(call(3, "browser_find", `{"text":"correct-horse-7 k-9918-aa17-zz"}`))
	for range 3 {
		if got := s.next(); strings.Contains(got, "correct-horse-7") || strings.Contains(got, "k-9918-aa17-zz") {
			t.Errorf("the client was sent %s", got)
		}
	}
}

func quoted(text string) string { return strings.ReplaceAll(text, `"`, `\"`) }

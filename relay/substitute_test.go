package relay_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"connector-browser/policy"
	"connector-browser/relay"
	"connector-browser/relay/withhold"
)

const word = "correct horse `battery` </script>"

// plain has nothing that needs an escape.
const plain = "correct-horse-battery"

// secret is one named secret for these hosts, withheld as a launch has it.
func secret(t *testing.T, word string, hosts ...string) relay.Config {
	t.Helper()
	n := relay.NamedSecret{Name: "word", Value: func() (string, error) { return word, nil }}
	for _, host := range hosts {
		p, err := policy.ParsePattern(host)
		if err != nil {
			t.Fatal(err)
		}
		n.Hosts = append(n.Hosts, p)
	}
	return relay.Config{Secrets: []relay.NamedSecret{n}, Withhold: withhold.New([]withhold.Secret{{Label: "secret word", Value: word}})}
}

// framed is a child whose page has frames at these addresses, and that says of
// any other call what it was.
func framed(urls ...string) func([]byte) []byte {
	return func(line []byte) []byte {
		if !bytes.Contains(line, []byte("page.frames().map")) {
			return echo(line)
		}
		var m struct{ ID json.RawMessage }
		json.Unmarshal(line, &m)
		list, _ := json.Marshal(urls)
		text, _ := json.Marshal("### Result\n" + string(list) + "\n### Ran Playwright code\n")
		return []byte(`{"result":{"content":[{"type":"text","text":` + string(text) + `}]},"jsonrpc":"2.0","id":` + string(m.ID) + "}\n")
	}
}

// DESIGN 3, substitute: a secret goes to the hosts that it names, and to none
// that looks like one of them.
func TestSubstituteByHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, url string
		typed        bool
	}{
		{"example.com", "https://example.com/login?x#y", true},
		{"example.com", "https://example.com:443/", true},
		{"*.example.com", "https://www.example.com/", true},
		{"localhost:3000", "http://localhost:3000/", true},
		{"example.com:80", "http://example.com/", true},
		{"bücher.example", "https://xn--bcher-kva.example/", true},
		{"example.com", "http://example.com/", false},
		{"example.com", "https://example.com:8443/", false},
		{"example.com", "https://example.com.evil.test/", false},
		{"example.com", "https://evilexample.com/", false},
		{"example.com", "https://example.com./", false},
		{"example.com", "https://example.com@evil.test/", false},
		{"example.com", "https://me@example.com/", false},
		{"example.com", "https://evil.test/https://example.com/", false},
		{"example.com", "https://evil.test#https://example.com/", false},
		{"example.com", "https://xn--exmple-cua.com/", false},
		{"example.com", "blob:https://example.com/0b5e", false},
		{"example.com", "data:text/html,https://example.com/", false},
		{"example.com", "about:srcdoc", false},
		{"example.com", "file://example.com/etc/passwd", false},
		{"example.com", "ws://example.com/", false},
		{"example.com", "", false},
		{"*.example.com", "https://example.com/", false},
	} {
		s := play(t, secret(t, plain, c.pattern), framed(c.url))
		s.send(call(1, "browser_type", `{"target":"e1","text":"{{word}}"}`))
		answer := s.next()
		heard := string(bytes.Join(s.heard, nil))
		if typed := strings.Contains(heard, "battery"); typed != c.typed || typed == strings.Contains(answer, relay.ForbiddenHost) {
			t.Errorf("a secret of %s on %s: typed is %v; answered %s", c.pattern, c.url, typed, answer)
		}
		if strings.Contains(answer, "battery") {
			t.Errorf("the client was sent %s", answer)
		}
	}
}

// DESIGN 3, substitute: what names no secret passes byte for byte, and so does
// a target that looks as if it did.
func TestSubstituteLeavesTheRest(t *testing.T) {
	t.Parallel()
	s := play(t, secret(t, word, "example.com"), framed("https://example.com/"))
	for i, line := range []string{
		call(1, "browser_type", `{"target":"e1","text":"{{nobody}} {{ word }} {{word"}`),
		call(2, "browser_evaluate", `{"function":"() => '{{nobody}} {{ word }}'"}`),
		call(3, "browser_type", `{"target":"{{word}}","text":"plain"}`),
	} {
		s.send(line)
		s.next()
		if got := string(s.heard[i]); got != line+"\n" {
			t.Errorf("the child was sent %s", got)
		}
	}
	for _, wrong := range []string{
		call(4, "browser_type", `{"target":"e1","text":"{{word.totp}}"}`),
		call(5, "browser_type", `{"target":"getByRole('textbox')","text":"{{word}}"}`),
		call(6, "browser_fill_form", `{"fields":[{"target":"e1","name":"x","type":"combobox","value":"{{word}}"}]}`),
	} {
		s.send(wrong)
		if got := s.next(); !strings.Contains(got, `"isError":true`) {
			t.Errorf("%s is answered %s", wrong, got)
		}
	}
	if len(s.heard) != 3 {
		t.Errorf("the child was sent %s", bytes.Join(s.heard, nil))
	}
}

// CB-149: a tool that types nothing is given no secret's name, in whatever spelling.
func TestSubstituteInOtherTools(t *testing.T) {
	t.Parallel()
	config := secret(t, word, "example.com")
	config.Agent = true
	s := play(t, config, framed("https://example.com/"))
	s.send(hello)
	s.next()
	for _, c := range [][2]string{
		{"browser_evaluate", `{"function":"() => '{{word}}'"}`},
		{"browser_evaluate", `{"function":"() => '\u007b{w\u006frd}}'"}`},
		{"browser_evaluate", `{"function":"() => '{{word.totp}}'"}`},
		{"browser_navigate", `{"url":"https://example.com/?q={{word}}"}`},
		{"browser_select_option", `{"target":"css=b","values":["a","x {{nobody}} {{word}}"]}`},
		{"browser_batch", `{"steps":[{"tool":"browser_evaluate","arguments":{"function":"() => '{{word}}'"}}]}`},
	} {
		got := s.tool(c[0], c[1])
		if fault := got.Result.StructuredContent.Error; fault.Code != "INVALID_ARGUMENT" || !strings.Contains(fault.Message, "{{word}} is typed by browser_type and browser_fill_form alone") {
			t.Errorf("%s %s is answered %+v", c[0], c[1], got)
		}
	}
	if made := s.calls(); made != nil {
		t.Errorf("the child was sent %q", made)
	}
}

// What the child is sent is one fixed script: a value stays inside its string.
func TestSubstituteScript(t *testing.T) {
	t.Parallel()
	s := play(t, secret(t, word, "example.com"), framed("https://evil.test/", "https://example.com/a"))
	s.send(call(1, "browser_type", `{"target":"e1","text":"{{word}}\n`+"```"+`{{word}}"}`))
	s.next()
	var sent struct {
		Params struct {
			Name      string
			Arguments struct{ Code string }
		}
	}
	if err := json.Unmarshal(s.heard[len(s.heard)-1], &sent); err != nil {
		t.Fatal(err)
	}
	code := sent.Params.Arguments.Code
	_, arguments, _ := strings.Cut(code, "const { fields, submit } = ")
	arguments, _, _ = strings.Cut(arguments, ";\n")
	var typed struct {
		Fields []struct {
			Value   string
			Origins []string
		}
	}
	if err := json.Unmarshal([]byte(arguments), &typed); err != nil || len(typed.Fields) != 1 || strings.ContainsAny(arguments, "`<\n") {
		t.Fatalf("the script's arguments are %s (%v)", arguments, err)
	}
	if f := typed.Fields[0]; f.Value != word+"\n```"+word || len(f.Origins) != 1 || f.Origins[0] != "https://example.com/" {
		t.Errorf("the script types %+v", f)
	}
	if sent.Params.Name != "browser_run_code_unsafe" {
		t.Errorf("the child was called for %s", sent.Params.Name)
	}
}

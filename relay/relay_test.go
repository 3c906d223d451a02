package relay_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"connector-browser/relay"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"sampling":{}},"clientInfo":{"name":"test","version":"1"}}}`

func call(id int, tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
}

// CB-124: what one decoder reads as a call of an allowed tool and another as
// something else never reaches the child.
func TestRefusesWhatDecodersDisagreeOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ line, want string }{
		"no JSON":         {`{"jsonrpc":"2.0",`, `-32700`},
		"invalid UTF-8":   {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\xff\"}", `-32700`},
		"byte order mark": {"\ufeff" + `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `-32700`},
		"batch":           {`[` + call(1, "browser_close", `{}`) + `]`, `-32600`},
		"duplicate name":  {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"browser_close","n\u0061me":"browser_cookie_list"}}`, `-32600`},
		"duplicate deep":  {call(1, "browser_wait_for", `{"time":1,"time":2}`), `-32600`},
		"null id":         {`{"jsonrpc":"2.0","id":null,"method":"tools/list"}`, `-32600`},
		"fraction id":     {`{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`, `-32600`},
		"no version":      {`{"id":1,"method":"tools/list"}`, `-32600`},
		"deep":            {`{"jsonrpc":"2.0","id":1,"method":"a","params":` + strings.Repeat("[", 400) + strings.Repeat("]", 400) + `}`, `-32700`},
		"params null":     {`{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":null}`, `-32602`},
		"params a list":   {`{"jsonrpc":"2.0","id":1,"method":"prompts/list","params": [1]}`, `-32602`},
		"wrong-case name": {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"browser_close"}}`, `-32602`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, relay.Config{}, echo)
			s.send(c.line)
			if got := s.next(); !strings.Contains(got, `"code":`+c.want) {
				t.Errorf("answered %s, want code %s", got, c.want)
			}
			if got := s.reached(); len(got) != 0 {
				t.Errorf("the child was sent %q", got)
			}
		})
	}
}

// A request whose id is in flight is dropped, with a line for the person, so that
// what comes under this id is the answer to the first; "1" and 1 are two ids.
func TestIDs(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	logged := make(chan string, 10)
	s := play(t, relay.Config{Log: func(sentence string) { logged <- sentence }}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_wait_for") {
			<-release
		}
		return echo(line)
	})
	s.send(call(1, "browser_wait_for", `{"time":1}`))
	s.send(call(1, "browser_close", `{}`))
	select {
	case got := <-logged:
		if !strings.Contains(got, "with the id 1, which another one has") {
			t.Errorf("logged %s", got)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was logged within 20 s")
	}
	s.send(strings.Replace(call(1, "browser_close", `{}`), `"id":1`, `"id":"1"`, 1))
	close(release)
	if got := s.next(); !strings.HasSuffix(got, `"id":1}`) {
		t.Errorf("got %s", got)
	}
	if got := s.next(); !strings.HasSuffix(got, `"id":"1"}`) {
		t.Errorf("got %s", got)
	}
	if made := s.calls(); len(made) != 2 || !strings.Contains(made[0], "browser_wait_for") {
		t.Errorf("the child was sent %q", made)
	}
}

// The roots that a client offers do not reach the upstream (CB-153), and the
// answers come from the record before the child has said a word.
func TestAnswersFromTheRecord(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, echo)
	s.send(hello)
	if got := s.next(); !strings.Contains(got, `"protocolVersion":"2025-11-25"`) || !strings.Contains(got, `"resources":{}`) {
		t.Errorf("initialize: %s", got)
	}
	s.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if got := s.next(); strings.Count(got, `"inputSchema"`) != 25 {
		t.Errorf("tools/list offers %d tools, want 25", strings.Count(got, `"inputSchema"`))
	}
	if got := s.reached(); len(got) != 0 {
		t.Errorf("the child was sent %q", got)
	}
}

// What the child did not answer when it ended is answered for it.
func TestChildEndsInMidCall(t *testing.T) {
	t.Parallel()
	var s *scripted
	s = play(t, relay.Config{}, func([]byte) []byte { s.child.Close(); return nil })
	s.send(call(9, "browser_close", `{}`))
	if got := s.next(); !strings.Contains(got, `"connector.restarted"`) || !strings.HasSuffix(got, `"id":9}`) {
		t.Errorf("got %s", got)
	}
}

// CB-055: without a login state the client is told what to do, and nothing runs.
func TestParked(t *testing.T) {
	t.Parallel()
	in, say := pipe(t)
	out, to := pipe(t)
	r := relay.New(relay.Config{Record: record(t), Parked: true}, in, to)
	r.Serve()
	for _, line := range []string{hello, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, call(2, "browser_close", `{}`),
		`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"connector://browser/status"}}`,
		`{"jsonrpc":"2.0","id":4,"method":"ping"}`, `{"jsonrpc":"2.0","id":5,"method":"prompts/list"}`} {
		fmt.Fprintln(say, line)
	}
	lines := json.NewDecoder(out)
	for i, want := range []string{`"protocolVersion"`, `{"tools":[]}`, `"connector.unauthorized"`,
		`{\"state\":\"unauthorized\",\"tools\":[]}`, `"result":{}`, `-32601`} {
		var got json.RawMessage
		if err := lines.Decode(&got); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("answer %d: %s, %v; want %s in it", i, got, err, want)
		}
	}
	say.Close()
	<-r.Gone()
}

// Code that runs in the upstream's process can write whatever it likes on its
// output. A question to the person or to the client's model is none of the
// pinned upstream's, and reaches nobody.
func TestForgedQuestions(t *testing.T) {
	t.Parallel()
	said := make(chan string, 8)
	s := play(t, relay.Config{Log: func(sentence string) { said <- sentence }}, echo)
	s.send(hello)
	s.next()
	for _, method := range []string{"elicitation/create", "sampling/createMessage", "roots/list", "ping"} {
		if _, err := io.WriteString(s.child, `{"jsonrpc":"2.0","id":"forged","method":"`+method+`","params":{}}`+"\n"); err != nil {
			t.Fatal(err)
		}
		if sentence := <-said; !strings.Contains(sentence, method) {
			t.Errorf("the person is told %q", sentence)
		}
	}
	s.send(`{"jsonrpc":"2.0","id":7,"method":"prompts/list"}`)
	if line := s.next(); strings.Contains(line, "forged") {
		t.Errorf("the client was sent %s", line)
	}
}

package relay_test

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"connector-browser/relay"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"sampling":{}},"clientInfo":{"name":"test","version":"1"}}}`

func call(id int, tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, arguments)
}

// CB-072: what no stage touches passes byte for byte, whatever its spelling.
func TestForwardsByteForByte(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"spaces and order": `  { "id" : "a\u0062" , "params":{"arguments":{"time":1.50},"name":"browser_wait_for","_meta":{"x":1}},"method":"tools/call","jsonrpc":"2.0" }  `,
		"CRLF":             call(7, "browser_close", `{}`) + "\r",
		"unknown members":  `{"jsonrpc":"2.0","id":1,"method":"future/thing","params":{"n":1e400,"deep":[[[]]]},"extra":null}`,
		"non-ASCII":        call(8, "browser_press_key", `{"key":"ü🙂\ud83d\ude42"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := play(t, relay.Config{}, echo)
			s.send(hello)
			s.next()
			s.send(line)
			s.next()
			if got := s.reached(); len(got) != 1 || got[0] != line+"\n" {
				t.Errorf("the child was sent %q, want %q", got, line)
			}
		})
	}
}

// CB-072: a line that arrives one byte at a time is the same line.
func TestOneByteAtATime(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, echo)
	line := call(3, "browser_close", `{}`)
	for _, b := range []byte(hello + "\n" + line + "\n") {
		if _, err := s.say.Write([]byte{b}); err != nil {
			t.Fatal(err)
		}
	}
	s.next()
	s.next()
	if got := s.reached(); !slices.Equal(got, []string{line + "\n"}) {
		t.Errorf("the child was sent %q", got)
	}
}

// CB-072: an answer of nearly 4 MiB passes whole, a longer one is said to be
// too long, and the next is intact.
func TestLinesOfFourMiB(t *testing.T) {
	t.Parallel()
	const frame = `{"result":"","jsonrpc":"2.0","id":1}` + "\n"
	size := relay.MaxLine - len(frame)
	s := play(t, relay.Config{}, func(line []byte) []byte {
		var m struct {
			ID int `json:"id"`
		}
		json.Unmarshal(line, &m)
		n := size
		if m.ID == 2 {
			n++
		}
		return fmt.Appendf(nil, `{"result":"%s","jsonrpc":"2.0","id":%d}`+"\n", strings.Repeat("x", n), m.ID)
	})
	for id, want := range []int{1: relay.MaxLine - 1, 2: 0, 3: relay.MaxLine - 1} {
		if id == 0 {
			continue
		}
		s.send(call(id, "browser_snapshot", `{}`))
		got := s.next()
		if want > 0 && len(got) != want {
			t.Errorf("answer %d: %d bytes reached the client, want %d", id, len(got), want)
		}
		if want == 0 && (!strings.Contains(got, `"connector.oversize"`) || !strings.Contains(got, `"id":2}`)) {
			t.Errorf("answer %d: got %.200q, want connector.oversize for this id", id, got)
		}
	}
}

// A line of the client's beyond 4 MiB is refused, and the next one passes.
func TestOversizeFromClient(t *testing.T) {
	t.Parallel()
	s := play(t, relay.Config{}, echo)
	s.send(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"` + strings.Repeat("y", relay.MaxLine) + `"}}`)
	if got := s.next(); !strings.Contains(got, `"connector.oversize"`) || !strings.Contains(got, `"id":null`) {
		t.Errorf("got %.200q", got)
	}
	s.send(call(2, "browser_close", `{}`))
	s.next()
	if got := s.reached(); len(got) != 1 {
		t.Errorf("the child was sent %d lines, want the second alone", len(got))
	}
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

// An id that is in flight is not used twice; "1" and 1 are two ids.
func TestIDs(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	s := play(t, relay.Config{}, func(line []byte) []byte {
		if strings.Contains(string(line), "browser_wait_for") {
			<-release
		}
		return echo(line)
	})
	s.send(call(1, "browser_wait_for", `{"time":1}`))
	s.send(call(1, "browser_close", `{}`))
	if got := s.next(); !strings.Contains(got, "in flight") {
		t.Errorf("got %s", got)
	}
	s.send(strings.Replace(call(1, "browser_close", `{}`), `"id":1`, `"id":"1"`, 1))
	close(release)
	if got := s.next(); !strings.HasSuffix(got, `"id":1}`) {
		t.Errorf("got %s", got)
	}
	if got := s.next(); !strings.HasSuffix(got, `"id":"1"}`) {
		t.Errorf("got %s", got)
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

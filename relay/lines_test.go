package relay_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"connector-browser/relay"
)

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

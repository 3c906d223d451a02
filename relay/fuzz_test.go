package relay

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"connector-browser/strictjson"
)

// FuzzLines cuts any stream into lines: nothing is lost, nothing is longer than
// the bound, and what follows an oversized line is intact.
func FuzzLines(f *testing.F) {
	f.Add([]byte("{}\n{}\r\n"), 3)
	f.Add([]byte("half a line"), 1)
	f.Add(append(bytes.Repeat([]byte("x"), 70<<10), '\n', '{', '}', '\n'), 64<<10)
	f.Fuzz(func(t *testing.T, stream []byte, chunk int) {
		lines := newLineReader(&chunked{stream, max(1, chunk%(1<<17))})
		var got []byte
		for {
			line, err := lines.next()
			if err != nil {
				break
			}
			if len(line) > MaxLine || !bytes.HasSuffix(line, []byte("\n")) {
				t.Fatalf("a line of %d bytes", len(line))
			}
			got = append(got, line...)
		}
		if want := stream[:bytes.LastIndexByte(stream, '\n')+1]; len(stream) <= MaxLine && !bytes.Equal(got, want) {
			t.Fatalf("read %q of %q", got, stream)
		}
	})
}

// chunked gives a stream a few bytes at a time.
type chunked struct {
	rest []byte
	n    int
}

func (c *chunked) Read(p []byte) (int, error) {
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.n)], c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// FuzzEnvelope reads any line as a client's: what is accepted is one JSON
// object whose method, id and tool name every decoder reads alike, and writing
// it anew says the same.
func FuzzEnvelope(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"browser_close","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":"a","result":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"Name":"x","n\u0061me":"y"}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1e2,"method":"ping"}`,
		` {"method":"m\ud800","jsonrpc":"2.0","id":-0}` + "\r",
		"\ufeff{}", `nul`, `{"jsonrpc":"2.0","id":[],"error":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, err := decodeClient(line)
		if err != nil {
			if strings.Contains(err.Error(), string(line)) && len(line) > 4 {
				t.Fatalf("the error quotes the line: %v", err)
			}
			return
		}
		var std map[string]json.RawMessage
		if json.Unmarshal(line, &std) != nil {
			t.Fatalf("accepted what is no object: %q", line)
		}
		var method string
		json.Unmarshal(std["method"], &method)
		if method != m.Method || !bytes.Equal(bytes.TrimSpace(std["id"]), m.ID) {
			t.Fatalf("read method %q and id %q of %q", m.Method, m.ID, line)
		}
		if x, problem := newExchange(m, time.Time{}); problem == nil && x.Tool != "" {
			var params map[string]json.RawMessage // into a struct, Go would take "Name" too
			var name string
			if json.Unmarshal(m.Params, &params) != nil || json.Unmarshal(params["name"], &name) != nil {
				t.Fatalf("read tool %q where another decoder finds none, of %q", x.Tool, line)
			}
			if name != x.Tool && !strings.ContainsRune(x.Tool, '\uFFFD') {
				t.Fatalf("read tool %q, another decoder %q, of %q", x.Tool, name, line)
			}
			x.setArguments(json.RawMessage(`{}`))
		}
		m.Changed()
		again, err := decodeClient(bytes.TrimSpace(m.Bytes()))
		if err != nil || again.Method != m.Method || idKey(again.ID) != idKey(m.ID) {
			t.Fatalf("written anew as %q: %v", m.Bytes(), err)
		}
	})
}

// FuzzArguments judges any arguments of any tool: it never panics, and what it
// lets pass is an object without members that the tool does not declare.
func FuzzArguments(f *testing.F) {
	f.Add("browser_fill_form", []byte(`{"fields":[{"target":"e1","name":"n","type":"textbox","value":"v"}]}`))
	f.Add("browser_resize", []byte(`{"width":1e999,"height":-0}`))
	f.Add("browser_drop", []byte(`{"data":{"text/plain":"x"},"target":"e1"}`))
	f.Add("browser_emulate_media", []byte(`{"colorScheme":null}`))
	r := New(Config{Record: testRecord(f)}, strings.NewReader(""), io.Discard)
	s := &validate{relay: r}
	f.Fuzz(func(t *testing.T, tool string, arguments []byte) {
		if r.declared[tool] == nil || strictjson.Check(arguments) != nil {
			return
		}
		if s.fault(tool, arguments) != "" {
			return
		}
		members, err := strictjson.Object(arguments)
		if err != nil {
			t.Fatalf("let pass %q for %s", arguments, tool)
		}
		for _, m := range members {
			if s.schema(tool).plain.Properties[m.Name] == nil {
				t.Fatalf("let pass %q for %s", m.Name, tool)
			}
		}
	})
}

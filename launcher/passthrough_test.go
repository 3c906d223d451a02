package launcher

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	connectorbrowser "connector-browser"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins/pinstest"
	"connector-browser/policy"
	"connector-browser/relay"
)

// A session of 1,000 messages with the real upstream passes byte for byte, in
// both directions (CB-072, CB-121), but for the answers in which a stage has to
// act; the test names these.
func TestSessionPassesByteForByte(t *testing.T) {
	build := pinstest.Build(t)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, `<title>Ärger &amp; "Quotes" 🙂</title><h1>héllo</h1><button id=b>Press</button>
<input aria-label=Name value='a"b\c'><p hidden>x</p><script>console.log("ünïcode \u2028 line")</script>`)
	}))
	defer site.Close()

	record, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := policy.Parse(fmt.Appendf(nil, "[network]\nallow = [%q]\n", strings.TrimPrefix(site.URL, "http://")), t.TempDir(), relay.Names(record.Tools))
	if err != nil {
		t.Fatal(err)
	}
	d, err := newDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.remove()
	if err := d.fill([]byte(`{"cookies":[],"origins":[]}`)); err != nil {
		t.Fatal(err)
	}
	child, err := sandbox.Start(sandbox.Walls{
		Dir: d.path, ReadOnly: build.ReadOnly, Program: build.Node, Cwd: d.out(),
		Args: arguments(build, d, false), Env: environment(build, d),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer child.Close()
	go io.Copy(os.Stderr, child.Stderr)

	in, say := io.Pipe()
	hear, out := io.Pipe()
	way := &door{rules: rules.Network, observe: func(relay.Contact) {}}
	defer way.serve(t.Context(), child)()
	r := relay.New(relay.Config{Context: t.Context(), Record: record, Policy: rules, Door: way}, in, out)
	r.Serve()
	var toChild, fromChild tape
	ended := make(chan error, 1)
	go func() {
		ended <- r.Pump(relay.Child{In: toChild.to(child.Stdin), Out: io.TeeReader(child.Stdout, &fromChild)})
		out.Close()
	}()

	giveUp := time.AfterFunc(3*time.Minute, func() { hear.CloseWithError(errors.New("the session hangs")) })
	defer giveUp.Stop()
	var sent, heard []string
	answers := bufio.NewReaderSize(hear, 1<<20)
	ask := func(line string, answered bool) {
		t.Helper()
		if _, err := io.WriteString(say, line); err != nil {
			t.Fatal(err)
		}
		for answered {
			got, err := answers.ReadString('\n')
			if err != nil {
				t.Fatalf("no answer to %s: %v", line, err)
			}
			heard = append(heard, got)
			answered = idOf(got) != idOf(line)
		}
	}
	ask(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`+"\n", true)
	heard = nil // answered from the record
	for n := range 530 {
		line := message(n, site.URL)
		sent = append(sent, line)
		ask(line, strings.Contains(line, `"id":`))
	}
	say.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if _, err := child.Wait(); err != nil {
		t.Fatal(err)
	}

	compare(t, "to the child", sent, toChild.lines())
	compare(t, "to the client", fromChild.lines(), heard)
	t.Logf("%d messages to the child and %d from it", len(toChild.lines()), len(fromChild.lines()))
}

// message is the n-th of the session: what clients send, in their spellings.
func message(n int, site string) string {
	call := func(tool, arguments string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s}}`+"\n", n+1, tool, arguments)
	}
	if n == 0 {
		return call("browser_navigate", `{"url":"`+site+`/"}`)
	}
	switch n % 10 {
	case 1:
		return call("browser_snapshot", `{}`)
	case 2:
		return fmt.Sprintf(`{"method":"tools/call","id":%d,"jsonrpc":"2.0","params":{"_meta":{"progressToken":%d},"arguments":{"text":"h\u00e9llo"},"name":"browser_find"}}`+"\r\n", n+1, n)
	case 3:
		return call("browser_tabs", `{ "action" : "list" }`)
	case 4:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", n+1)
	case 5:
		return call("browser_console_messages", `{"level":"info"}`)
	case 6:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"prompts/list","params":{"x":1e2,"ü":[[]]}}`+"\n", n+1)
	case 7:
		return call("browser_network_requests", `{}`)
	case 8:
		return call("browser_hover", `{"target":"#nope-`+fmt.Sprint(n)+`"}`)
	case 9:
		return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":0.5}}`+"\n", n)
	default:
		return call("browser_resize", fmt.Sprintf(`{"width":%d,"height":600}`, 700+n%3))
	}
}

func idOf(line string) string {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	json.Unmarshal([]byte(line), &m)
	return string(m.ID)
}

// compare holds two directions' lines against each other.
func compare(t *testing.T, way string, want, got []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d lines, want %d", way, len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s, line %d:\n got %.400q\nwant %.400q", way, i, got[i], want[i])
		}
	}
}

// tape keeps what passed.
type tape struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *tape) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

// to is a writer that keeps what it passes on.
func (t *tape) to(w io.WriteCloser) io.WriteCloser {
	return struct {
		io.Writer
		io.Closer
	}{io.MultiWriter(w, t), w}
}

// lines are those that passed, less the relay's own.
func (t *tape) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for line := range strings.Lines(t.text.String()) {
		if !strings.Contains(line, `"connector-browser:`) && line != `{"method":"notifications/initialized","jsonrpc":"2.0"}`+"\n" {
			lines = append(lines, line)
		}
	}
	return lines
}

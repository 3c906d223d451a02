package relay_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	connectorbrowser "connector-browser"
	"connector-browser/relay"
)

// A scripted child stands in for the upstream where a test is about lines, ids
// and ends; what the upstream itself does is tested on the real one.
type scripted struct {
	t     *testing.T
	relay *relay.Relay
	toUs  *bufio.Reader  // what the client is sent
	say   io.WriteCloser // what the client says

	mu    sync.Mutex
	heard [][]byte // what reached the child, the relay's own calls left out

	child io.WriteCloser // the child's output
	ended chan error     // what Pump returned
}

// record is the real record of the pinned upstream.
func record(t testing.TB) *relay.Record {
	t.Helper()
	r, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// play starts a relay whose child answers the greeting as recorded, and every
// other line as answer says: nil for nothing.
func play(t *testing.T, config relay.Config, answer func(line []byte) []byte) *scripted {
	t.Helper()
	config.Record = record(t)
	fromClient, say := pipe(t)
	toUs, toClient := pipe(t)
	childIn, toChild := pipe(t)
	childOut, child := pipe(t)
	s := &scripted{t: t, toUs: bufio.NewReaderSize(toUs, relay.MaxLine+1), say: say, child: child, ended: make(chan error, 1)}
	s.relay = relay.New(config, fromClient, toClient)
	s.relay.Serve()
	go func() {
		s.ended <- s.relay.Pump(relay.Child{In: toChild, Out: childOut})
		toClient.Close()
	}()
	go s.run(childIn, config, answer)
	t.Cleanup(func() { say.Close(); child.Close() })
	return s
}

// pipe is an operating system's pipe: it holds some bytes, as real ones do.
func pipe(t *testing.T) (*os.File, *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

func (s *scripted) run(in io.Reader, config relay.Config, answer func([]byte) []byte) {
	lines := bufio.NewReaderSize(in, relay.MaxLine+1)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			s.child.Close() // as the upstream does at the end of its input
			return
		}
		if reply, own := greeting(s.t, line, config.Export); own && !bytes.Contains(line, []byte(`"ping"`)) {
			if reply != nil {
				s.child.Write(reply)
			}
			continue
		}
		s.mu.Lock()
		s.heard = append(s.heard, bytes.Clone(line))
		s.mu.Unlock()
		if reply := answer(line); reply != nil {
			s.child.Write(reply)
		}
	}
}

// greeting answers the relay's own first calls out of the record.
func greeting(t *testing.T, line []byte, export bool) (reply []byte, own bool) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			ProtocolVersion string `json:"protocolVersion"`
		} `json:"params"`
	}
	if json.Unmarshal(line, &m) != nil {
		return nil, false
	}
	switch {
	case m.Method == "notifications/initialized":
		return nil, true
	case !strings.HasPrefix(string(m.ID), `"connector-browser:`):
		return nil, false
	case m.Method == "tools/list":
		var raw []string
		for _, tool := range record(t).Offered(export) {
			raw = append(raw, string(tool.Raw))
		}
		return []byte(`{"result":{"tools":[` + strings.Join(raw, ",") + `]},"jsonrpc":"2.0","id":` + string(m.ID) + "}\n"), true
	case m.Method == "initialize":
		r := record(t)
		return []byte(`{"result":{"protocolVersion":"` + m.Params.ProtocolVersion + `","capabilities":` + string(r.Capabilities) +
			`,"serverInfo":` + string(r.ServerInfo) + `},"jsonrpc":"2.0","id":` + string(m.ID) + "}\n"), true
	}
	return nil, false
}

// send says one line as the client.
func (s *scripted) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.say, line+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// next is the next line that the client is sent.
func (s *scripted) next() string {
	s.t.Helper()
	type read struct {
		line []byte
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := s.toUs.ReadBytes('\n')
		got <- read{line, err}
	}()
	select {
	case r := <-got:
		if r.err != nil {
			s.t.Fatalf("the client was sent no line: %v", r.err)
		}
		return strings.TrimSuffix(string(r.line), "\n")
	case <-time.After(20 * time.Second):
		s.t.Fatal("the client was sent no line within 20 s")
		return ""
	}
}

// hears waits for a line to reach the child.
func (s *scripted) hears(wanted func(line string) bool) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		s.mu.Lock()
		found := slices.ContainsFunc(s.heard, func(line []byte) bool { return wanted(string(line)) })
		s.mu.Unlock()
		if found {
			return
		}
	}
	s.t.Error("the child was not sent the line within 20 s")
}

// calls are the calls of tools that reached the child by now.
func (s *scripted) calls() (lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, line := range s.heard {
		if bytes.Contains(line, []byte(`"tools/call"`)) {
			lines = append(lines, strings.TrimSuffix(string(line), "\n"))
		}
	}
	return lines
}

// reached are the client's lines that the child was sent, after the client said
// goodbye and the child ended.
func (s *scripted) reached() []string {
	s.t.Helper()
	s.say.Close()
	select {
	case err := <-s.ended:
		if err != nil {
			s.t.Fatalf("the session ended with: %v", err)
		}
	case <-time.After(20 * time.Second):
		s.t.Fatal("the session did not end within 20 s of the client's end")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for _, line := range s.heard {
		lines = append(lines, string(line))
	}
	return lines
}

// echo answers every request with its own line as the result's text.
func echo(line []byte) []byte {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &m) != nil || m.ID == nil {
		return nil
	}
	text, _ := json.Marshal(string(line))
	return []byte(`{"result":{"content":[{"type":"text","text":` + string(text) + `}]},"jsonrpc":"2.0","id":` + string(m.ID) + "}\n")
}

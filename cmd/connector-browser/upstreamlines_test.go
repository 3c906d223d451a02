package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"sync"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/bench/bare"
	"connector-browser/launcher/launchtest"
	"connector-browser/pins/pinstest"
	"connector-browser/relay"
)

// Every line that goes to the upstream is one that a client of the negotiated
// revision may send: the client's own, and those of the relay.
func TestEveryLineToTheUpstreamIsOfItsRevision(t *testing.T) {
	t.Parallel()
	known := readSchemas(t, launchtest.New(t))
	for _, revision := range []string{"2025-03-26", "2025-06-18", "2025-11-25"} {
		for name, agent := range map[string]bool{"upstream": false, "agent": true} {
			t.Run(revision+" "+name, func(t *testing.T) {
				lines := session(t, revision, agent)
				if len(lines) < 8 { // greeting, handshake, and what the client asked for
					t.Errorf("only %d lines went to the upstream", len(lines))
				}
				own := *known
				own.t = t
				for _, line := range lines {
					var m struct{ ID, Method json.RawMessage }
					if err := json.Unmarshal(line, &m); err != nil {
						t.Fatal(err)
					}
					own.check(revision, "JSONRPCMessage", line)
					if m.ID == nil {
						own.check(revision, "ClientNotification", line)
					} else {
						own.check(revision, "ClientRequest", line)
					}
				}
			})
		}
	}
}

// session has a relay before the real upstream, without walls, and gives the
// lines that it wrote to it.
func session(t *testing.T, revision string, agent bool) [][]byte {
	t.Helper()
	record, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		t.Fatal(err)
	}
	upstream, err := bare.New(pinstest.Build(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	state := out + "/state.json"
	if err := os.WriteFile(state, []byte(`{"cookies":[],"origins":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	child := upstream.Command(out, state)
	to, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Process.Kill(); child.Wait() })

	var written written
	clientIn, in := io.Pipe()
	answers, clientOut := io.Pipe()
	r := relay.New(relay.Config{Record: record, Agent: agent, Log: func(string) {}}, clientIn, clientOut)
	r.Serve()
	over := make(chan error, 1)
	go func() { over <- r.Pump(relay.Child{In: &tee{to, &written}, Out: from}) }()

	c := launchtest.Talk(t, in, answers)
	c.Ask("initialize", map[string]any{
		"protocolVersion": revision,
		"capabilities":    map[string]any{"roots": map[string]any{"listChanged": true}, "sampling": map[string]any{}},
		"clientInfo":      map[string]any{"name": "c", "version": "1"},
	})
	c.Say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,<button>Greet</button>"})
	c.Does("browser_click", launchtest.Arguments{"target": "text=Greet"})
	c.Does("browser_snapshot", nil)
	waiting := c.Call("browser_wait_for", launchtest.Arguments{"time": 1})
	c.Say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}`)
	c.Await(waiting)
	c.Up()
	c.Leave()
	if err := <-over; err != nil {
		t.Error(err)
	}
	return written.lines()
}

// tee is the upstream's standard input, and remembers what went there.
type tee struct {
	io.WriteCloser
	written *written
}

func (t *tee) Write(b []byte) (int, error) {
	t.written.add(b)
	return t.WriteCloser.Write(b)
}

type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) add(b []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text.Write(b)
}

func (w *written) lines() (list [][]byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := bufio.NewScanner(&w.text); s.Scan(); {
		list = append(list, bytes.Clone(s.Bytes()))
	}
	return list
}

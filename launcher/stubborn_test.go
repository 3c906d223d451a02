package launcher

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	connectorbrowser "connector-browser"
	"connector-browser/launcher/sandbox"
	"connector-browser/relay"
)

// beStubborn is a child that answers the greeting, and that neither the end of
// its input nor a signal ends. It says a line for each that it gets.
func beStubborn() {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			greet(lines.Bytes())
		}
		os.Stderr.WriteString("end of input\n")
	}()
	for s := range signals {
		os.Stderr.WriteString(s.String() + "\n")
	}
}

// greet answers as the pinned upstream was recorded to.
func greet(line []byte) {
	record, err := relay.ParseRecord(connectorbrowser.Record)
	if err != nil {
		panic(err)
	}
	var m struct {
		ID, Method string
		Params     struct{ ProtocolVersion string }
	}
	json.Unmarshal(line, &m)
	var result any
	switch m.Method {
	case "tools/list":
		var tools []json.RawMessage
		for _, tool := range record.Offered(false) {
			tools = append(tools, tool.Raw)
		}
		result = struct {
			Tools []json.RawMessage `json:"tools"`
		}{tools}
	case "initialize":
		result = struct {
			ProtocolVersion string          `json:"protocolVersion"`
			Capabilities    json.RawMessage `json:"capabilities"`
			ServerInfo      json.RawMessage `json:"serverInfo"`
		}{m.Params.ProtocolVersion, record.Capabilities, record.ServerInfo}
	default:
		return
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.Encode(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

// CB-080: a child that does not want to end is asked by the end of its input,
// then by TERM, then not asked any more; and so it goes whoever wants the end.
func TestStubbornChild(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		leave func(client io.Closer, signals chan<- os.Signal)
		heard string // each once, in the order of the alphabet: two ways lead there
		after time.Duration
	}{
		"the client goes": {
			func(client io.Closer, _ chan<- os.Signal) { client.Close() },
			"end of input\nterminated\n", graceAfterClose + graceAfterTerm,
		},
		"a signal comes": {
			func(_ io.Closer, signals chan<- os.Signal) { signals <- syscall.SIGINT },
			"end of input\ninterrupt\nterminated\n", graceAfterClose + graceAfterTerm,
		},
		"signals keep coming": {
			func(_ io.Closer, signals chan<- os.Signal) {
				go func() {
					for range 6 {
						signals <- syscall.SIGINT
						time.Sleep(time.Second)
					}
				}()
			},
			"end of input\ninterrupt\nterminated\n", graceAfterClose + graceAfterTerm,
		},
		"a hang-up comes": {
			func(_ io.Closer, signals chan<- os.Signal) { signals <- syscall.SIGHUP },
			"end of input\nhangup\nterminated\n", graceAfterClose + graceAfterTerm,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			child := startStubborn(t)
			record, err := relay.ParseRecord(connectorbrowser.Record)
			if err != nil {
				t.Fatal(err)
			}
			in, client := io.Pipe()
			r := relay.New(relay.Config{Context: t.Context(), Record: record}, in, io.Discard)
			r.Serve()
			signals, ended := make(chan os.Signal, 1), make(chan struct{})
			l := &Launch{Signals: signals}
			go l.watch(t.Context(), r, child, ended)
			go r.Pump(relay.Child{In: child.Stdin, Out: child.Stdout})
			r.Greet()
			<-r.Ready()

			began := time.Now()
			c.leave(client, signals)
			heard, _ := io.ReadAll(child.Stderr)
			exit, err := child.Wait()
			took := time.Since(began)
			close(ended)
			if err != nil || exit.Signal != syscall.SIGKILL {
				t.Errorf("the child ended with %+v, %v; want it killed", exit, err)
			}
			if got := strings.Join(slices.Compact(slices.Sorted(strings.Lines(string(heard)))), ""); got != c.heard {
				t.Errorf("the child heard %q, want %q", got, c.heard)
			}
			if took < c.after || took > c.after+3*time.Second {
				t.Errorf("the child was killed after %v, want %v of grace", took, c.after)
			}
		})
	}
}

// startStubborn starts this test binary as a stubborn child in real walls.
func startStubborn(t *testing.T) *sandbox.Child {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child, err := sandbox.Start(sandbox.Walls{Dir: t.TempDir(), ReadOnly: []string{self}, Program: self, Args: []string{stubborn}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Close() })
	return child
}

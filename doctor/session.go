package doctor

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"

	"connector-browser/launcher"
)

// hello is all that the doctor says as an MCP client: who it is, and one call.
// The relay holds the call back until the child is there.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"connector-browser doctor","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"browser_navigate","arguments":{"url":"about:blank"}}}
`

// openPage makes a launch in the configuration directory and has it open an
// empty page. Nothing of the launch is left when it returns. What it says about
// the page is "" where that is open; the error is what stopped the launch.
func (d *Doctor) openPage(ctx context.Context, conf string) (page string, err error) {
	in, say := io.Pipe()
	answers, out := io.Pipe()
	said := &firstWords{}
	l := launcher.Launch{
		Conf: conf, Lock: d.pinned, Record: d.record, Platform: d.platform, Bin: d.checked.Dir,
		In: in, Out: out, Err: said, Say: func(string) {},
	}
	ended := make(chan error, 1)
	go func() {
		_, err := l.Run(ctx)
		in.Close()
		out.Close()
		ended <- err
	}()
	go io.WriteString(say, hello)
	page, answered := opened(answers)
	go io.Copy(io.Discard, answers)
	say.Close() // the client goes
	if err := <-ended; err != nil {
		return "", err
	}
	if !answered { // the launch ended by itself, and the child knows why
		return firstLine(said.String()), nil
	}
	return page, nil
}

// opened reads answers until that of the call, and gives the upstream's words
// where the page is not open.
func opened(answers io.Reader) (page string, answered bool) {
	lines := bufio.NewReader(answers)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return "", false
		}
		var answer struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Error  *struct {
				Message string `json:"message"`
			} `json:"error"`
			Result struct {
				IsError bool `json:"isError"`
				Content []struct {
					Text string `json:"text"`
				} `json:"content"`
			} `json:"result"`
		}
		switch {
		case json.Unmarshal(line, &answer) != nil || answer.Method != "" || string(answer.ID) != "2":
			continue
		case answer.Error != nil:
			return firstLine(answer.Error.Message), true
		case !answer.Result.IsError:
			return "", true
		}
		var text strings.Builder
		for _, c := range answer.Result.Content {
			text.WriteString(c.Text + "\n")
		}
		return firstLine(text.String()), true
	}
}

// firstWords keeps the beginning of what the child writes on standard error.
type firstWords struct {
	mu   sync.Mutex
	text []byte
}

func (w *firstWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	const enough = 8 << 10
	w.text = append(w.text, p[:min(len(p), enough-len(w.text))]...)
	return len(p), nil
}

func (w *firstWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.text)
}

package pins

import (
	"bytes"
	_ "embed"
	"os"
	"os/exec"
)

// fillScript is what Node.js runs to fill the cache.
//
//go:embed fillcache.js
var fillScript string

// session is what a client says first. The call fails, since there is no browser:
// what leads up to that is compiled all the same.
const session = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"install","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"browser_navigate","arguments":{"url":"about:blank"}}}
`

// exercise runs a server through the session. It ends with its input, which is
// closed when the last answer has come.
func exercise(cmd *exec.Cmd, run func(*exec.Cmd) error) error {
	in, say, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	defer say.Close()
	if _, err := say.WriteString(session); err != nil { // it fits into the pipe
		return err
	}
	cmd.Stdin, cmd.Stdout = in, &until{text: []byte(`"id":3}`), then: func() { say.Close() }}
	return run(cmd)
}

// until waits for a text in what is written to it.
type until struct {
	text, tail []byte
	then       func()
}

func (u *until) Write(p []byte) (int, error) {
	u.tail = append(u.tail, p...)
	if bytes.Contains(u.tail, u.text) {
		u.then()
	}
	u.tail = bytes.Clone(u.tail[max(0, len(u.tail)-len(u.text)):])
	return len(p), nil
}

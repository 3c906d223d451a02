package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"connector-browser/relay"
)

// wire is a client that does as little as one can: it writes a line, and reads
// up to the next one's end. What it measures is the other side.
type wire struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	last    int
}

// begin starts a copy of this program in a role and opens a session with it.
func begin(as string) (*wire, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), role+"="+as)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w := &wire{process: cmd, in: in, out: bufio.NewReaderSize(out, relay.MaxLine+1)}
	if _, err := w.request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`); err != nil {
		w.close()
		return nil, err
	}
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return w, err
}

// call calls a tool and gives the length of its answer.
func (w *wire) call(tool, arguments string) (int, error) {
	return w.request("tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`)
}

func (w *wire) request(method, params string) (int, error) {
	w.last++
	if _, err := fmt.Fprintf(w.in, `{"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}`+"\n", w.last, method, params); err != nil {
		return 0, err
	}
	line, err := w.out.ReadSlice('\n')
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s was not answered: %w", method, err)
	case !bytes.Contains(line, fmt.Appendf(nil, `"id":%d`, w.last)) || !bytes.Contains(line, []byte(`"result":`)):
		return 0, fmt.Errorf("%s was answered with %.200s", method, line)
	}
	return len(line), nil
}

// close ends the session as a client does.
func (w *wire) close() error {
	w.in.Close()
	ended := make(chan error, 1)
	go func() { ended <- w.process.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(10 * time.Second):
		w.process.Process.Kill()
		<-ended
		return errors.New("a copy of the bench did not end with its input")
	}
}

// Package mcp is a small MCP client over the standard streams of a server that
// it starts. It exists beside the SDKs because the demo must be able to say
// what no SDK would: a raw line, malformed or smuggling, byte for byte.
package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"
)

// Client is one session with one server process.
type Client struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stderr *tail
	grace  time.Duration // see patience

	writing sync.Mutex

	mu       sync.Mutex
	last     int
	awaited  map[string]chan Message
	stray    []Message
	received bytes.Buffer

	exited chan struct{} // closed when the process is gone and has been waited for
	ended  chan struct{} // closed when nothing more can be read
}

// Start starts the server with pipes for its three streams. Closing is the
// caller's: see Close and Kill.
func Start(cmd *exec.Cmd) (*Client, error) {
	var ends [6]*os.File // a reading and a writing end for each stream
	for i := 0; i < len(ends); i += 2 {
		var err error
		if ends[i], ends[i+1], err = os.Pipe(); err != nil {
			closeAll(ends[:i])
			return nil, err
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = ends[0], ends[3], ends[5]
	err := cmd.Start()
	closeAll([]*os.File{ends[0], ends[3], ends[5]})
	if err != nil {
		closeAll([]*os.File{ends[1], ends[2], ends[4]})
		return nil, fmt.Errorf("the server cannot be started: %w", err)
	}
	c := &Client{
		cmd: cmd, stdin: ends[1], stderr: newTail(), grace: patience,
		awaited: map[string]chan Message{}, exited: make(chan struct{}), ended: make(chan struct{}),
	}
	go func() { cmd.Wait(); close(c.exited) }()
	go c.read(ends[2])
	go c.stderr.fill(ends[4])
	return c, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// read takes line after line until the server's end.
func (c *Client) read(stdout *os.File) {
	defer close(c.ended)
	defer stdout.Close()
	for lines := bufio.NewReader(stdout); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return // a last line without an end is no message
		}
		c.take(parse(bytes.TrimRight(line, "\r\n")))
	}
}

// take hands a message to whoever awaits it, answers the server's requests and
// keeps the rest.
func (c *Client) take(m Message) {
	c.mu.Lock()
	c.received.Write(m.Raw)
	c.received.WriteByte('\n')
	waiting, ok := c.awaited[m.ID]
	switch {
	case m.Method == "" && ok:
		delete(c.awaited, m.ID)
		waiting <- m
	case m.Method == "":
		c.stray = append(c.stray, m)
	}
	c.mu.Unlock()
	if m.Method == "ping" && m.ID != "" {
		c.Send([]byte(`{"jsonrpc":"2.0","id":` + m.ID + `,"result":{}}`))
	} else if m.Method != "" && m.ID != "" {
		c.Send([]byte(`{"jsonrpc":"2.0","id":` + m.ID + `,"error":{"code":-32601,"message":"Method not found"}}`))
	}
}

// Send writes one line as it is and adds the newline.
func (c *Client) Send(line []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := c.stdin.Write(append(bytes.Clone(line), '\n')); err != nil {
		return c.gone()
	}
	return nil
}

// Expect registers an id, as spelled in JSON, before the line that carries it
// is sent; the answer comes once through the channel.
func (c *Client) Expect(id string) <-chan Message {
	answer := make(chan Message, 1)
	c.mu.Lock()
	c.awaited[id] = answer
	c.mu.Unlock()
	return answer
}

// Next is an id that this session has not used, as spelled in JSON.
func (c *Client) Next() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	return strconv.Itoa(c.last)
}

// Await waits for an answer, the server's end or the context's.
func (c *Client) Await(ctx context.Context, answer <-chan Message) (Message, error) {
	select {
	case m := <-answer:
		return m, nil
	case <-ctx.Done():
		return Message{}, fmt.Errorf("no answer came: %w", context.Cause(ctx))
	case <-c.ended:
		select {
		case m := <-answer: // it came with the last bytes
			return m, nil
		default:
			return Message{}, c.gone()
		}
	}
}

// Stray takes the answers that nobody awaited, errors without an id among them.
func (c *Client) Stray() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	stray := c.stray
	c.stray = nil
	return stray
}

// Received is every line that came so far.
func (c *Client) Received() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.received.Bytes())
}

// encode is one request line.
func encode(id, method string, params any) ([]byte, error) {
	message := struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id,omitempty"`
		Method  string          `json:"method"`
		Params  any             `json:"params,omitempty"`
	}{"2.0", json.RawMessage(id), method, params}
	return json.Marshal(message)
}

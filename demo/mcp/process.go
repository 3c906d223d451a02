package mcp

import (
	"errors"
	"fmt"
	"syscall"
	"time"
)

// patience is how long each step of an ending may take: long enough for a
// launcher that has a stubborn child of its own to end.
const patience = 8 * time.Second

// Pid is the server's process.
func (c *Client) Pid() int { return c.cmd.Process.Pid }

// Exited is closed when the server's process is gone.
func (c *Client) Exited() <-chan struct{} { return c.exited }

// Close ends the session the way MCP says: standard input closes, then the
// server is asked, then it is made to. It tells how the server ended; having
// had to be asked is an error.
func (c *Client) Close() error {
	c.stdin.Close()
	if c.goneSoon() {
		return c.exit()
	}
	c.cmd.Process.Signal(syscall.SIGTERM)
	if c.goneSoon() {
		return errors.New("the server ended only when it was told to, long after its input had closed")
	}
	c.Kill()
	return errors.New("the server did not end until it was killed")
}

// Kill ends the server at once, as a crash would, and waits for that. Close
// still has to follow.
func (c *Client) Kill() {
	c.cmd.Process.Kill()
	<-c.exited
}

func (c *Client) goneSoon() bool {
	select {
	case <-c.exited:
		return true
	case <-time.After(c.grace):
		return false
	}
}

// exit is nil for a server that ended with 0.
func (c *Client) exit() error {
	if state := c.cmd.ProcessState; state != nil && !state.Success() {
		return fmt.Errorf("the server ended with %s", state)
	}
	return nil
}

// gone says why nothing more can come.
func (c *Client) gone() error {
	if c.goneSoon() && c.exit() != nil {
		return c.exit()
	}
	return errors.New("the server has ended")
}

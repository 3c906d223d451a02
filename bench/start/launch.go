package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"connector-browser/demo/mcp"
)

// launch is what one launch took, each from its start.
type launch struct{ listed, ready, page time.Duration }

// measure makes one launch. Behind the list of tools two requests go out at
// once, as a client may: one that the upstream alone answers and for which it
// needs no browser, and the first page.
func measure(ctx context.Context, side func() (*exec.Cmd, error), page string) (launch, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd, err := side()
	if err != nil {
		return launch{}, err
	}
	var l launch
	began := time.Now()
	c, err := mcp.Start(cmd)
	if err != nil {
		return l, err
	}
	defer c.Close()
	if _, _, err := c.Initialize(ctx); err != nil {
		return l, withStderr(err, c)
	}
	if _, err := c.Tools(ctx); err != nil {
		return l, withStderr(err, c)
	}
	l.listed = time.Since(began)

	unknown, err := c.Begin("prompts/list", nil)
	if err != nil {
		return l, withStderr(err, c)
	}
	navigated := make(chan error, 1)
	go func() {
		answer, err := c.Tool(ctx, "browser_navigate", map[string]any{"url": page})
		l.page = time.Since(began)
		if err == nil && answer.IsError {
			err = errors.New(answer.Text())
		}
		navigated <- err
	}()
	m, err := c.Await(ctx, unknown)
	l.ready = time.Since(began)
	if failed := <-navigated; failed != nil {
		return l, withStderr(failed, c)
	}
	if err == nil && (m.Err == nil || m.Err.Data.Code != "") {
		err = fmt.Errorf("prompts/list was not answered by the upstream: %s", m.Raw)
	}
	return l, err
}

func withStderr(err error, c *mcp.Client) error {
	if said := c.Stderr(); said != "" {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return err
}

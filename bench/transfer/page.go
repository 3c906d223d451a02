package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"connector-browser/demo/mcp"
)

// A task is what a page does, as a function that gives a list of milliseconds.
type task struct {
	what     string
	large    bool // what counts is the rate, not the time
	function string
}

var tasks = []task{
	{"50 MB, plain HTTP", true, `async () => {
		const began = performance.now();
		const body = (await fetch('/large', { cache: 'no-store' })).body.getReader();
		let size = 0;
		for (let part; !(part = await body.read()).done;) size += part.value.length;
		if (size !== 50 << 20) throw new Error(size + ' bytes came');
		return [performance.now() - began];
	}`},
	{"50 MB, through a tunnel", true, `() => new Promise((done, fail) => {
		const began = performance.now();
		const socket = new WebSocket('ws://' + location.host + '/socket');
		socket.binaryType = 'arraybuffer';
		let size = 0;
		socket.onmessage = m => { size += m.data.byteLength; };
		socket.onerror = () => fail(new Error('no WebSocket'));
		socket.onclose = () => size === 50 << 20 ? done([performance.now() - began]) : fail(new Error(size + ' bytes came'));
	})`},
	{"first byte", false, `async () => {
		const took = [];
		for (let i = 0; i < 50; i++) {
			const began = performance.now();
			await fetch('/small', { cache: 'no-store' });
			took.push(performance.now() - began);
		}
		return took;
	}`},
}

// page is an open page of one side.
type page struct{ *mcp.Client }

// open starts one side and goes to the server's page.
func open(ctx context.Context, side func() (*exec.Cmd, error), s *server) (page, error) {
	cmd, err := side()
	if err != nil {
		return page{}, err
	}
	c, err := mcp.Start(cmd)
	if err != nil {
		return page{}, err
	}
	if _, _, err = c.Initialize(ctx); err == nil {
		_, err = page{c}.call(ctx, "browser_navigate", map[string]any{"url": "http://" + s.host() + "/"})
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, c.Stderr())
		c.Close()
	}
	return page{c}, err
}

func (p page) call(ctx context.Context, tool string, arguments map[string]any) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	answer, err := p.Tool(ctx, tool, arguments)
	if err == nil && answer.IsError {
		err = errors.New(answer.Text())
	}
	return answer.Text(), err
}

// do has the page do one task, and gives what it measured.
func (p page) do(ctx context.Context, t task) ([]time.Duration, error) {
	text, err := p.call(ctx, "browser_evaluate", map[string]any{"function": t.function})
	if err != nil {
		return nil, err
	}
	_, result, _ := strings.Cut(text, "### Result\n")
	var milliseconds []float64
	if err := json.NewDecoder(strings.NewReader(result)).Decode(&milliseconds); err != nil || len(milliseconds) == 0 {
		return nil, fmt.Errorf("the page measured nothing: %.300s", text)
	}
	var took []time.Duration
	for _, ms := range milliseconds {
		took = append(took, time.Duration(ms*float64(time.Millisecond)))
	}
	return took, nil
}

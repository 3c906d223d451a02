// Command tokens plays the same tasks on the bare upstream and, through the real
// launch, on the upstream surface, with a snapshot after each action, and on the
// agent surface, and compares what a model would have to read and write. The
// player follows a script; there is no model. Whether a task succeeded is asked of
// the page itself.
//
//	go run ./bench/tokens [-n 1] [-v]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"connector-browser/bench/side"
	"connector-browser/demo/mcp"
)

func main() {
	n := flag.Int("n", 1, "how often each task is played; the fastest counts")
	verbose := flag.Bool("v", false, "print what each side read")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *n, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "bench/tokens:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, verbose bool) error {
	server := serve()
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		return err
	}
	both, err := side.Prepare(ctx, fmt.Sprintf(policy, "upstream", address.Host))
	if err != nil {
		return err
	}
	defer both.Close()
	var sides [3]played
	for i, s := range []struct {
		name, policy string
		launch       side.Launch
	}{bare: {"the bare upstream", "", both.Bare}, upstream: {"the upstream surface", "upstream", both.Ours}, agent: {"the agent surface", "agent", both.Ours}} {
		if s.policy != "" {
			if err := both.SetPolicy(fmt.Sprintf(policy, s.policy, address.Host)); err != nil {
				return err
			}
		}
		if sides[i], err = open(ctx, s.launch); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		defer sides[i].client.Close()
	}
	// Task by task, so that what else the machine does weighs on all sides alike.
	for range n {
		for i, t := range tasks {
			for j := range sides {
				p := &player{ctx: ctx, client: sides[j].client, agent: j == agent, site: server.URL, verbose: verbose}
				sides[j].keep(i, p.play(t), p.clicks)
			}
		}
	}
	report(sides)
	return nil
}

// The sides that are compared.
const (
	bare = iota
	upstream
	agent
)

const policy = "surface = %q\n[network]\nallow = [%q]\n"

// open makes one launch, in which every task will be played.
func open(ctx context.Context, launch side.Launch) (played, error) {
	cmd, err := launch()
	if err != nil {
		return played{}, err
	}
	c, err := mcp.Start(cmd)
	if err != nil {
		return played{}, err
	}
	var list json.RawMessage
	if _, _, err = c.Initialize(ctx); err == nil {
		list, err = c.Request(ctx, "tools/list", map[string]any{})
	}
	if err != nil {
		c.Close()
		return played{}, err
	}
	return played{client: c, list: len(list), scores: make([]score, len(tasks))}, nil
}

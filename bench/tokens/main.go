// Command tokens plays the same tasks on the bare upstream, with a snapshot
// after each action, and on the agent surface through the real launch, and
// compares what a model would have to read and write. The player follows a
// script; there is no model.
//
//	go run ./bench/tokens [-n 1] [-v]
package main

import (
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"

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
	both, err := side.Prepare(ctx, fmt.Sprintf("surface = \"agent\"\n[network]\nallow = [%q]\n", address.Host))
	if err != nil {
		return err
	}
	defer both.Close()
	its, err := play(ctx, both.Bare, false, server.URL, n, verbose)
	if err != nil {
		return fmt.Errorf("the bare upstream: %w", err)
	}
	ours, err := play(ctx, both.Ours, true, server.URL, n, verbose)
	if err != nil {
		return fmt.Errorf("the agent surface: %w", err)
	}
	report(its, ours)
	return nil
}

// play makes one launch and plays every task in it.
func play(ctx context.Context, launch side.Launch, agent bool, site string, n int, verbose bool) (played, error) {
	cmd, err := launch()
	if err != nil {
		return played{}, err
	}
	c, err := mcp.Start(cmd)
	if err != nil {
		return played{}, err
	}
	defer c.Close()
	if _, _, err := c.Initialize(ctx); err != nil {
		return played{}, err
	}
	list, err := c.Request(ctx, "tools/list", map[string]any{})
	if err != nil {
		return played{}, err
	}
	all := played{list: len(list), scores: make([]score, len(tasks))}
	for range n {
		for i, t := range tasks {
			p := &player{ctx: ctx, client: c, agent: agent, site: site, verbose: verbose}
			p.do("browser_navigate", args{"url": "about:blank"}) // no task begins on another one's page
			p.score, p.known = score{}, nil
			began := time.Now()
			p.err = nil
			t.play(p)
			p.score.took, p.score.err = time.Since(began), p.err
			if old := all.scores[i]; old.calls == 0 || old.err == nil && p.score.took < old.took {
				all.scores[i] = p.score
			}
		}
	}
	return all, nil
}

// Command transfer measures, side by side and in the same browser, how fast a
// page loads through connector-browser's egress proxy and in the bare upstream,
// which has none: 50 MB in one plain HTTP answer, 50 MB over a WebSocket (which
// goes through a tunnel, as HTTPS does), and the time to the first byte of a
// small answer. Both sides take turns, each in one launch.
//
//	go run ./bench/transfer [-n 7]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"connector-browser/bench/figures"
	"connector-browser/bench/side"
)

func main() {
	n := flag.Int("n", 7, "transfers of each kind and side")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *n); err != nil {
		fmt.Fprintln(os.Stderr, "bench/transfer:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n int) error {
	s, err := serve()
	if err != nil {
		return err
	}
	defer s.Close()
	both, err := side.Prepare(ctx, fmt.Sprintf("[network]\nallow = [%q]\n", s.host()))
	if err != nil {
		return err
	}
	defer both.Close()
	us, err := open(ctx, both.Ours, s)
	if err != nil {
		return fmt.Errorf("connector-browser: %w", err)
	}
	defer us.Close()
	them, err := open(ctx, both.Bare, s)
	if err != nil {
		return fmt.Errorf("the bare upstream: %w", err)
	}
	defer them.Close()

	ours, bare := map[string]figures.Of{}, map[string]figures.Of{}
	for i := range n + 1 {
		for _, t := range tasks {
			for _, side := range []struct {
				page page
				took map[string]figures.Of
			}{{us, ours}, {them, bare}} {
				took, err := side.page.do(ctx, t)
				if err != nil {
					return fmt.Errorf("%s: %w", t.what, err)
				}
				if i > 0 { // the first of each only warms up
					side.took[t.what] = append(side.took[t.what], took...)
				}
			}
		}
	}
	report(ours, bare)
	return nil
}

// report prints min / median / max of both sides, and what the design wants.
func report(ours, bare map[string]figures.Of) {
	fmt.Printf("%-24s %-28s %-28s\n", "", "connector-browser", "bare upstream")
	for _, t := range tasks {
		us, them := ours[t.what], bare[t.what]
		fmt.Printf("%-24s %-28s %-28s ", t.what, us, them)
		if t.large {
			rate := them.Median().Seconds() / us.Median().Seconds()
			fmt.Printf("%.2f × the rate, bar ≥ 0.80 %s\n", rate, figures.Verdict(0.8, rate))
			continue
		}
		added := us.Median() - them.Median()
		fmt.Printf("%s added, bar ≤ 1 ms %s\n", figures.Round(added), figures.Verdict(added.Seconds(), time.Millisecond.Seconds()))
	}
}

// Command start measures, side by side and on the same Node and browser, how
// long connector-browser and the bare upstream take from their start to the
// first answers, to the upstream being ready behind them, and to the first
// page. Runs alternate, so that a machine that slows down slows both.
//
//	go run ./bench/start [-n 5]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"connector-browser/bench/bare"
	"connector-browser/bench/figures"
	"connector-browser/bench/side"
	"connector-browser/demo/site"
)

// bars are those of the design: ours may take at most this share of the bare
// upstream's time.
var bars = []struct {
	what string
	bar  float64
	of   func(launch) time.Duration
}{
	{"initialize and tools/list answered", 0.15, func(l launch) time.Duration { return l.listed }},
	{"the upstream ready behind them", 0.9, func(l launch) time.Duration { return l.ready }},
	{"first page", 1.0, func(l launch) time.Duration { return l.page }},
}

func main() {
	n := flag.Int("n", 5, "launches of each side")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *n); err != nil {
		fmt.Fprintln(os.Stderr, "bench/start:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n int) error {
	s, err := site.Open()
	if err != nil {
		return err
	}
	defer s.Close()
	both, err := side.Prepare(ctx, fmt.Sprintf("[network]\nallow = [%q]\n", s.Host()))
	if err != nil {
		return err
	}
	defer both.Close()

	var us, them []launch
	for i := range n + 1 {
		a, err := measure(ctx, both.Ours, s.URL("/"))
		if err != nil {
			return fmt.Errorf("connector-browser: %w", err)
		}
		b, err := measure(ctx, both.Bare, s.URL("/"))
		if err != nil {
			return fmt.Errorf("the bare upstream: %w", err)
		}
		if i > 0 { // the first of each only warms the disk's cache
			us, them = append(us, a), append(them, b)
		}
	}
	report(us, them)
	return nil
}

// report prints a line for each figure: min / median / max of both sides, the
// ratio of the medians, and the bar.
func report(us, them []launch) {
	fmt.Printf("the bare upstream: the same Node, browser and arguments, with %s, without compile cache, walls, proxy and relay\n", bare.ChromiumSandbox())
	fmt.Printf("\nfrom start to …, min / median / max of %d alternating launches\n", len(us))
	fmt.Printf("%-36s %-26s %-26s %7s  %s\n", "", "connector-browser", "bare upstream", "ratio", "bar")
	for _, b := range bars {
		var mine, its figures.Of
		for i := range us {
			mine = append(mine, b.of(us[i]))
			its = append(its, b.of(them[i]))
		}
		ratio := float64(mine.Median()) / float64(its.Median())
		fmt.Printf("%-36s %-26s %-26s %7.2f  ≤ %.2f %s\n", b.what, mine, its, ratio, b.bar, figures.Verdict(ratio, b.bar))
	}
}

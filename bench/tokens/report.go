package main

import (
	"fmt"
	"math"
	"time"

	"connector-browser/bench/figures"
)

// played is what one side made of the tasks.
type played struct {
	list   int // bytes of tools/list
	scores []score
}

// tokens is an estimate: four bytes each.
func tokens(bytes int) int { return (bytes + 3) / 4 }

// report prints a line for each task and the sums against the bars.
func report(its, ours played) {
	fmt.Printf("bare: the upstream with a snapshot after each action; agent: surface = \"agent\" through a real launch\n")
	fmt.Printf("tokens are an estimate: bytes / 4\n\n")
	fmt.Printf("%-10s %13s %19s %7s %17s %19s  %s\n", "", "calls", "tokens read", "ratio", "tokens written", "time", "success")
	var sum [2]score
	product, passed := 0.0, 0
	for i, t := range tasks {
		b, a := its.scores[i], ours.scores[i]
		ratio := share(a.read, b.read)
		product += math.Log(ratio)
		fmt.Printf("%-10s %6d %6d %9d %9d %7.2f %8d %8d %9s %9s  %s\n", t.name, b.calls, a.calls, tokens(b.read), tokens(a.read), ratio,
			tokens(b.written), tokens(a.written), figures.Round(b.took), figures.Round(a.took), outcome(b.err, a.err))
		for j, s := range []score{b, a} {
			sum[j].calls += s.calls
			sum[j].read += s.read
			sum[j].written += s.written
			sum[j].took += s.took
		}
		if a.err == nil {
			passed++
		}
	}
	b, a := sum[0], sum[1]
	fmt.Printf("%-10s %6d %6d %9d %9d %7.2f %8d %8d %9s %9s\n\n", "sum", b.calls, a.calls, tokens(b.read), tokens(a.read), share(a.read, b.read),
		tokens(b.written), tokens(a.written), figures.Round(b.took), figures.Round(a.took))
	verdict("tokens read, in sum", share(a.read, b.read), 0.15)
	verdict("tokens read, geometric mean", math.Exp(product/float64(len(tasks))), 0.35)
	verdict("calls", share(a.calls, b.calls), 0.6)
	verdict("time", share(int(a.took/time.Microsecond), int(b.took/time.Microsecond)), 0.55)
	verdict("tasks failed", 1-share(passed, len(tasks)), 0)
	verdict("bytes of tools/list / 16 KiB", share(ours.list, 16<<10), 1)
}

func verdict(what string, ratio, bar float64) {
	fmt.Printf("%-30s %5.2f  ≤ %.2f %s\n", what, ratio, bar, figures.Verdict(ratio, bar))
}

func share(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func outcome(bare, agent error) string {
	switch {
	case bare != nil:
		return "bare: " + bare.Error()
	case agent != nil:
		return "agent: " + agent.Error()
	default:
		return "both"
	}
}

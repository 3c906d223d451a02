package main

import (
	"fmt"
	"math"
	"slices"
	"time"

	"connector-browser/bench/figures"
	"connector-browser/demo/mcp"
)

// played is what one side made of the tasks.
type played struct {
	client *mcp.Client
	list   int   // bytes of tools/list
	clicks []int // bytes of what each click answered, where it told a change
	scores []score
}

// keep remembers a task: the first time, or the fastest that succeeded.
func (p *played) keep(task int, s score, clicks []int) {
	if old := p.scores[task]; old.calls == 0 || s.err == nil && s.took < old.took {
		p.scores[task] = s
	}
	p.clicks = append(p.clicks, clicks...)
}

// tokens is an estimate: four bytes each.
func tokens(bytes int) int { return (bytes + 3) / 4 }

// report prints a line for each task and the sums against the bars.
func report(sides [3]played) {
	fmt.Printf("bare: the upstream with a snapshot after each action; upstream and agent: the two surfaces through a real launch\n")
	fmt.Printf("tokens are an estimate: bytes / 4; each column is bare / upstream / agent\n\n")
	fmt.Printf("%-10s %12s %22s %6s %16s %24s  %s\n", "", "calls", "tokens read", "ratio", "tokens written", "time", "success")
	var sum [3]score
	product, failed := 0.0, 0
	for i, t := range tasks {
		var row [3]score
		for j := range sides {
			s := sides[j].scores[i]
			row[j] = s
			sum[j].calls += s.calls
			sum[j].read += s.read
			sum[j].written += s.written
			sum[j].took += s.took
		}
		product += math.Log(share(row[agent].read, row[bare].read))
		outcome := outcome(row)
		if outcome != "all" {
			failed++
		}
		line(t.name, row, outcome)
	}
	line("sum", sum, "")
	b, a := sum[bare], sum[agent]
	fmt.Println()
	verdict("tokens read, in sum", share(a.read, b.read), 0.15)
	verdict("tokens read, geometric mean", math.Exp(product/float64(len(tasks))), 0.35)
	verdict("calls", share(a.calls, b.calls), 0.6)
	verdict("time", share(int(a.took/time.Microsecond), int(b.took/time.Microsecond)), 0.55)
	verdict("tasks failed on any side", float64(failed), 0)
	verdict("bytes of tools/list / 16 KiB", share(sides[agent].list, 16<<10), 1)
	verdict("a click's tokens, median / 60", share(median(sides[agent].clicks), 4*60), 1)
}

func line(name string, row [3]score, outcome string) {
	b, u, a := row[bare], row[upstream], row[agent]
	fmt.Printf("%-10s %12s %22s %6.2f %16s %24s  %s\n", name, fmt.Sprintf("%d / %d / %d", b.calls, u.calls, a.calls),
		fmt.Sprintf("%d / %d / %d", tokens(b.read), tokens(u.read), tokens(a.read)), share(a.read, b.read),
		fmt.Sprintf("%d / %d / %d", tokens(b.written), tokens(u.written), tokens(a.written)),
		fmt.Sprintf("%s / %s / %s", figures.Round(b.took), figures.Round(u.took), figures.Round(a.took)), outcome)
}

// median is the middle of the sizes.
func median(sizes []int) int {
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
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

// outcome says on which sides a task succeeded.
func outcome(row [3]score) string {
	for i, name := range []string{"bare", "upstream", "agent"} {
		if row[i].err != nil {
			return name + ": " + row[i].err.Error()
		}
	}
	return "all"
}

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"connector-browser/bench/figures"
)

// bars are those of the design.
const (
	barMedian = 100 * time.Microsecond // added per call, p50
	barTail   = 500 * time.Microsecond // added per call, p99
	barSpeed  = 300.0                  // MB/s of large answers against 200 secrets
	barMemory = 32.0                   // MB at the launcher's peak
)

func run(ctx context.Context, n, mb int) error {
	direct, err := begin("child")
	if err != nil {
		return err
	}
	defer direct.close()
	through, err := begin("relay")
	if err != nil {
		return err
	}
	defer through.close()

	bare, relayed, err := latencies(ctx, direct, through, n)
	if err != nil {
		return err
	}
	fmt.Printf("%d small calls, alternating, p50 and p99\n", n)
	fmt.Printf("  bare child     %8s %8s\n", figures.Round(bare.Median()), figures.Round(bare.Quantile(0.99)))
	fmt.Printf("  through relay  %8s %8s\n", figures.Round(relayed.Median()), figures.Round(relayed.Quantile(0.99)))
	median, tail := relayed.Median()-bare.Median(), relayed.Quantile(0.99)-bare.Quantile(0.99)
	fmt.Printf("  added          %8s %8s  bars ≤ %s %s, ≤ %s %s\n", figures.Round(median), figures.Round(tail),
		barMedian, figures.Verdict(float64(median), float64(barMedian)), barTail, figures.Verdict(float64(tail), float64(barTail)))

	before, after, err := speeds(ctx, direct, through, mb)
	if err != nil {
		return err
	}
	fmt.Printf("%d MB in answers of just under 4 MiB\n", mb)
	fmt.Printf("  bare child     %6.0f MB/s\n  through relay  %6.0f MB/s  bar ≥ %.0f %s\n", before, after, barSpeed, figures.Verdict(barSpeed, after))
	if peak, ok := peakMemory(through.process.Process.Pid); ok {
		fmt.Printf("  relay's peak   %6.1f MB    bar ≤ %.0f %s\n", peak, barMemory, figures.Verdict(peak, barMemory))
	}
	return nil
}

// latencies makes n calls on each side, one here, one there.
func latencies(ctx context.Context, direct, through *wire, n int) (bare, relayed figures.Of, err error) {
	const warm = 100
	for i := range n + warm {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		a, err := timed(direct)
		if err != nil {
			return nil, nil, err
		}
		b, err := timed(through)
		if err != nil {
			return nil, nil, err
		}
		if i >= warm {
			bare, relayed = append(bare, a), append(relayed, b)
		}
	}
	return bare, relayed, nil
}

func timed(w *wire) (time.Duration, error) {
	began := time.Now()
	_, err := w.call(smallTool, "{}")
	return time.Since(began), err
}

// speeds lets megabytes pass, a tenth here, a tenth there, and gives the median
// of the megabytes a second of each side.
func speeds(ctx context.Context, direct, through *wire, mb int) (bare, relayed float64, err error) {
	const rounds = 10
	var here, there []float64
	for range rounds {
		for _, side := range []struct {
			wire   *wire
			speeds *[]float64
		}{{direct, &here}, {through, &there}} {
			mbs, err := speed(ctx, side.wire, mb<<20/rounds)
			if err != nil {
				return 0, 0, err
			}
			*side.speeds = append(*side.speeds, mbs)
		}
	}
	slices.Sort(here)
	slices.Sort(there)
	return here[rounds/2], there[rounds/2], nil
}

// speed lets bytes pass and gives megabytes a second.
func speed(ctx context.Context, w *wire, bytes int) (float64, error) {
	passed, began := 0, time.Now()
	for passed < bytes {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := w.call(largeTool, `{"text":"wind"}`)
		if err != nil {
			return 0, err
		}
		passed += n
	}
	return float64(passed) / 1e6 / time.Since(began).Seconds(), nil
}

// Command call measures what the relay adds to a call, how fast large answers
// pass through all its stages, and how much memory it takes meanwhile. Both
// sides speak with the same scripted child: once directly, once through a
// relay in a process of its own, so that the hop between processes counts.
//
//	go run ./bench/call [-n 5000] [-mb 512]
//
// BENCH_CALL_PROFILE names a file for the relay's CPU profile.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// role says what a copy of this program is; none is the bench itself.
const role = "BENCH_CALL_ROLE"

func main() {
	switch os.Getenv(role) {
	case "child":
		answerCalls(os.Stdin, os.Stdout)
		return
	case "relay":
		if err := profiled(carry); err != nil {
			fmt.Fprintln(os.Stderr, "bench/call:", err)
			os.Exit(1)
		}
		return
	}
	n := flag.Int("n", 5000, "calls of each side")
	mb := flag.Int("mb", 512, "megabytes of large answers that pass")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *n, *mb); err != nil {
		fmt.Fprintln(os.Stderr, "bench/call:", err)
		os.Exit(1)
	}
}

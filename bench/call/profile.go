package main

import (
	"os"
	"runtime/pprof"
)

// profileTo names the file for the relay's CPU profile, for whoever wants to
// know where the time goes.
const profileTo = "BENCH_CALL_PROFILE"

// profiled runs f, under the CPU profiler where one is asked for.
func profiled(f func() error) error {
	name := os.Getenv(profileTo)
	if name == "" {
		return f()
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return f()
}

package sandbox

import (
	"fmt"
	"os"
	"testing"
)

// probes are what the tests run inside the walls: this test binary is the
// program, and its first arguments choose one.
var probes = map[string]func(args []string){}

const probeWord = "probe-inside"

func TestMain(m *testing.M) {
	Stage2()
	if len(os.Args) > 2 && os.Args[1] == probeWord {
		run, ok := probes[os.Args[2]]
		if !ok {
			fmt.Fprintln(os.Stderr, "no such probe:", os.Args[2])
			os.Exit(99)
		}
		run(os.Args[3:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

package sandbox

import (
	"os"
	"testing"
)

// BenchmarkStart is the time from Start to every wall standing, the proxy's
// listener in hand and process 1 running: two executions of this program and
// some three milliseconds of system calls.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		c, err := Start(Walls{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		c.Close()
		b.StartTimer()
	}
}

// BenchmarkExecute is what one execution of this program costs on the same
// machine, for comparison.
func BenchmarkExecute(b *testing.B) {
	exe, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p, err := os.StartProcess(exe, []string{exe, "-test.run=^$"}, &os.ProcAttr{})
		if err != nil {
			b.Fatal(err)
		}
		p.Wait()
	}
}

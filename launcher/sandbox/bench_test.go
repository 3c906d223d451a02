package sandbox

import "testing"

// BenchmarkStart is the time from Start to every wall standing, the proxy's
// listener in hand and process 1 running.
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

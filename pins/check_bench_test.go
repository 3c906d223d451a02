package pins_test

import (
	"syscall"
	"testing"
	"time"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// BenchmarkCheck is the start check on the real build (CB-017): ns/op until
// Node.js may start; all-ms until the browser's content is compared too; cpu-ms
// is the processor time of both, which other work on the machine does not
// stretch as much.
func BenchmarkCheck(b *testing.B) {
	lock, bin := pinstest.Lock(b), pinstest.Installed(b)
	if _, err := pins.Check(b.Context(), lock, pins.HostPlatform(), bin); err != nil { // warms the page cache
		b.Fatal(err)
	}
	var all time.Duration
	cpu := processorTime()
	for b.Loop() {
		start := time.Now()
		build, err := pins.Check(b.Context(), lock, pins.HostPlatform(), bin)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := build.BrowserChecked(b.Context()); err != nil {
			b.Fatal(err)
		}
		all += time.Since(start)
		b.StartTimer()
	}
	b.ReportMetric(all.Seconds()*1e3/float64(b.N), "all-ms")
	b.ReportMetric((processorTime()-cpu).Seconds()*1e3/float64(b.N), "cpu-ms")
}

// CB-017: far below the ten seconds that the strictest client allows, on a busy
// machine too. The bar of 150 ms on two idle cores is the benchmark's to show.
func TestCheckIsFast(t *testing.T) {
	lock, bin := pinstest.Lock(t), pinstest.Installed(t)
	best := time.Hour
	for range 5 {
		start := time.Now()
		if _, err := pins.Check(t.Context(), lock, pins.HostPlatform(), bin); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
	}
	t.Logf("the start check took %v", best)
	if best > 2*time.Second {
		t.Errorf("the start check took %v", best)
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

package figures

import (
	"testing"
	"time"
)

func TestQuantilesAreMeasurementsByNearestRank(t *testing.T) {
	t.Parallel()
	f := Of{5, 1, 4, 2, 3}
	for share, want := range map[float64]time.Duration{0: 1, 0.2: 1, 0.5: 3, 0.99: 5, 1: 5} {
		if got := f.Quantile(share); got != want {
			t.Errorf("quantile %v is %d, want %d", share, got, want)
		}
	}
	if f[0] != 5 {
		t.Error("the measurements were put in another order")
	}
	if got := (Of{}).Median(); got != 0 {
		t.Errorf("the median of nothing is %v", got)
	}
	if got := (Of{1, 2, 3, 4}).Median(); got != 2 {
		t.Errorf("the median of four is %v", got)
	}
}

func TestFiguresAreCutToThreeDigits(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		123456 * time.Nanosecond:   "123µs",
		12345678 * time.Nanosecond: "12.3ms",
		1234567 * time.Microsecond: "1.23s",
		7:                          "7ns",
	} {
		if got := Round(d).String(); got != want {
			t.Errorf("%d reads %s, want %s", d, got, want)
		}
	}
}

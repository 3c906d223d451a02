// Package figures turns measurements into the few numbers that a person
// compares.
package figures

import (
	"fmt"
	"slices"
	"time"
)

// Of is a set of measurements of one thing.
type Of []time.Duration

// Quantile is the measurement below which a share of all lies, by the nearest
// rank; 0.5 is the median. Nothing measured is 0.
func (f Of) Quantile(share float64) time.Duration {
	if len(f) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(f))
	rank := int(share*float64(len(sorted)) + 0.999999)
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// Median is the middle one.
func (f Of) Median() time.Duration { return f.Quantile(0.5) }

// String is the smallest, the median and the largest.
func (f Of) String() string {
	if len(f) == 0 {
		return "nothing measured"
	}
	return fmt.Sprintf("%s / %s / %s", Round(slices.Min(f)), Round(f.Median()), Round(slices.Max(f)))
}

// Round cuts a duration to three significant digits, the most that a
// measurement here is good for.
func Round(d time.Duration) time.Duration {
	for unit := time.Duration(1); ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit)
		}
	}
}

// Verdict compares a ratio or a figure with its bar.
func Verdict(got, bar float64) string {
	if got <= bar {
		return "within"
	}
	return "over"
}

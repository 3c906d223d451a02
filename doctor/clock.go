package doctor

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"time"
)

// lookAtClock refuses a clock that cannot be right: before the pinned builds
// were made, or before this program was, no certificate of a web site is valid
// and cookies last for ever; ten years later every one has ended.
func (d *Doctor) lookAtClock(context.Context) Result {
	now := d.now()
	born, what := pinnedOn(d.pinned), "the pinned builds were made"
	if info, err := os.Stat(d.program); err == nil && info.ModTime().After(born) {
		born, what = info.ModTime(), "this program was written"
	}
	const day = 24 * time.Hour
	switch {
	case now.Before(born.Add(-day)): // time zones, and clocks that run a little ahead
		return failed(setClock(), "it is %s by this machine's clock, and %s on %s; no web site's certificate would be valid", date(now), what, date(born))
	case now.After(born.Add(10 * 365 * day)):
		return failed(setClock(), "it is %s by this machine's clock, ten years after %s; certificates would have ended", date(now), what)
	}
	return ok("it is %s", now.UTC().Format("2006-01-02 15:04 MST"))
}

// buildTime is the time in milliseconds that the upstream puts into the version
// of a prerelease.
var buildTime = regexp.MustCompile(`-alpha-(\d{13})\b`)

// pinnedOn is the latest time that the lock itself tells, or the year in which
// this format of the lock came up.
func pinnedOn(lock []byte) time.Time {
	latest := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	for _, m := range buildTime.FindAllSubmatch(lock, -1) {
		if ms, err := strconv.ParseInt(string(m[1]), 10, 64); err == nil && time.UnixMilli(ms).After(latest) {
			latest = time.UnixMilli(ms)
		}
	}
	return latest
}

func setClock() string {
	return sudo("timedatectl set-ntp true") + "  # or: " + sudo("date --set '2026-12-31 12:00'")
}

func date(t time.Time) string { return t.UTC().Format("2006-01-02") }

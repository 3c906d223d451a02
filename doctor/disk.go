package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"connector-browser/pins"
)

// lookAtDisk holds the free bytes where the build and the launches live against
// what the lock says that an install needs, or, where one is there, against
// what a session may write.
func (d *Doctor) lookAtDisk(context.Context) Result {
	if d.conf == "" {
		return d.noDirectory()
	}
	bin := existing(filepath.Join(d.connector(), "bin"))
	free, err := d.space(bin)
	if err != nil {
		return skipped("%s does not say how much is free: %v", bin, err)
	}
	if launches := existing(d.connector()); launches != bin { // bin may lie on another disk
		if other, err := d.space(launches); err == nil && other.bytes < free.bytes && other.bytes < session {
			bin, free = launches, other
		}
	}
	clear := "df -h " + quote(bin) + "  # and remove what is not needed"
	switch sure, most := d.needs(); {
	case free.bytes < sure || free.counts && free.files == 0:
		return failed(clear, "%s has %s free, and %s are needed", bin, size(free), megabytes(sure))
	case free.bytes < most:
		return warning(clear, "%s has %s free, and up to %s may be needed", bin, size(free), megabytes(most))
	}
	return ok("%s has %s free", bin, size(free))
}

// session is what one launch may write: the upstream keeps its output below 64
// MiB, and the rest is small.
const session = 128 << 20

// needs is how many bytes are needed for sure, and how many at the most.
func (d *Doctor) needs() (sure, most uint64) {
	if _, err := os.Stat(filepath.Join(d.connector(), "bin", "installed.json")); err == nil || d.lock == nil {
		return session / 4, session
	}
	var browsers [2]uint64
	for _, p := range d.lock.Programs() {
		packed, unpacked := needsOf(p, d.platform)
		if p.Role == "browser" { // one of them is installed
			browsers = [2]uint64{max(browsers[0], packed), max(browsers[1], packed+unpacked)}
			continue
		}
		sure, most = sure+packed, most+packed+unpacked
	}
	return sure + browsers[0], most + browsers[1] + session
}

// needsOf adds up a program's archives and the bounds of what they unpack to;
// of alternatives for one place the largest.
func needsOf(p *pins.Program, platform pins.Platform) (packed, unpacked uint64) {
	type need struct{ packed, unpacked uint64 }
	at := map[string]need{}
	for _, a := range archives(p, platform) {
		n := at[a.Destination]
		at[a.Destination] = need{max(n.packed, uint64(a.Size)), max(n.unpacked, uint64(a.MaxUnpacked))}
	}
	for _, n := range at {
		packed, unpacked = packed+n.packed, unpacked+n.unpacked
	}
	return packed, unpacked
}

// existing is the path, or the nearest folder above it that is there.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || filepath.Dir(path) == path {
			return path
		}
		path = filepath.Dir(path)
	}
}

func size(s space) string {
	if s.counts && s.files == 0 {
		return "no file"
	}
	return megabytes(s.bytes)
}

func megabytes(n uint64) string {
	if n >= 10e9 {
		return fmt.Sprintf("%.0f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.0f MB", float64(n)/1e6)
}

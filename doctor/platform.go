package doctor

import (
	"context"
	"strings"

	"connector-browser/pins"
)

const install = "connector-browser install"

// platforms are what a lock may pin (CB-014).
var platforms = []pins.Platform{"linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"}

// lookAtPlatform asks whether the lock pins a server and a Node.js for this
// machine (CB-013), and which browsers.
func (d *Doctor) lookAtPlatform(context.Context) Result {
	lock, err := pins.ParseLock(d.pinned)
	if err != nil {
		return failed("build connector-browser again from a clean checkout", "%v", err)
	}
	if !fits(lock, d.platform) {
		var have []string
		for _, p := range platforms {
			if fits(lock, p) {
				have = append(have, string(p))
			}
		}
		return failed("run it on one of "+strings.Join(have, ", "), "binaries.lock.json pins no playwright-mcp build for %s", d.platform)
	}
	d.lock = lock
	browsers := strings.Join(lock.Browsers(d.platform), " or ")
	if browsers == "" {
		return ok("%s is pinned, without a browser: %s --browser PATH takes one of this machine's", d.platform, install)
	}
	return ok("%s is pinned, with %s", d.platform, browsers)
}

// fits tells whether the lock has everything but a browser for the platform.
func fits(lock *pins.Lock, platform pins.Platform) bool {
	for _, p := range lock.Programs() {
		if p.Role != "browser" && len(archives(p, platform)) == 0 {
			return false
		}
	}
	return true
}

// archives are those of a program that fit the platform.
func archives(p *pins.Program, platform pins.Platform) []*pins.Archive {
	var fit []*pins.Archive
	for _, a := range p.Archives {
		if a.Platform == platform || a.Platform == "*" {
			fit = append(fit, a)
		}
	}
	return fit
}

// Package pins turns binaries.lock.json into a checked tree on disk, or into an
// error: it downloads the builds that the lock names, compares each with its
// sha256 before anything is unpacked, unpacks them all or none, and compares
// the result again at every start.
//
// It knows nothing of the other rooms. The caller holds the lock of the
// connector's directory while it installs.
package pins

import "runtime"

// Platform is an operating system and a processor in the words of Node.js:
// "linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64".
type Platform string

// anyPlatform marks an archive that is the same on every platform (CB-003).
const anyPlatform Platform = "*"

// knownPlatforms are the platforms that a lock may name (CB-014).
var knownPlatforms = []Platform{"linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64"}

// HostPlatform is the platform that this program runs on. The lock may pin
// nothing for it; Install and Check say so (CB-013).
func HostPlatform() Platform {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return Platform(runtime.GOOS + "-" + arch)
}

// linux tells whether the platform is one whose executables are ELF files.
func (p Platform) linux() bool { return p == "linux-x64" || p == "linux-arm64" }

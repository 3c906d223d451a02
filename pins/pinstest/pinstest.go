// Package pinstest gives every package's tests the real pinned build,
// downloaded and unpacked once per machine.
package pinstest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
)

// Browser is the browser that tests use: the one that npm carries, since it
// needs no package of the system.
const Browser = "chromium-headless"

// Installed returns a bin/ folder that holds the real pinned build with the
// npm-carried browser. It is shared by all tests of this machine and must not
// be changed; Copy gives one that may be.
//
// Where no registry can be reached the test is skipped, and fails where CI is
// set. Platforms for which npm carries no browser skip it always.
func Installed(t testing.TB) string {
	t.Helper()
	bin, err := once()
	if err == nil {
		return bin
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("the pinned build is needed where CI is set: %v", err)
	}
	t.Skipf("skipped, since the pinned build cannot be installed here: %v", err)
	return ""
}

// Lock is the parsed binaries.lock.json.
func Lock(t testing.TB) *pins.Lock {
	t.Helper()
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		t.Fatal(err)
	}
	return lock
}

// Build is the checked build of Installed.
func Build(t testing.TB) *pins.Build {
	t.Helper()
	b, err := pins.Check(context.Background(), Lock(t), pins.HostPlatform(), Installed(t))
	if err == nil {
		err = b.BrowserChecked(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Cache is the folder that the tests of this machine share.
func Cache() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	cache = filepath.Join(cache, "connector-browser-test")
	return cache, os.MkdirAll(cache, 0o700)
}

var once = sync.OnceValues(install)

// install installs under a lock, so that packages tested at the same time
// download once.
func install() (string, error) {
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		return "", err
	}
	cache, err := Cache()
	if err != nil {
		return "", err
	}
	held := flock.New(filepath.Join(cache, "lock"), flock.SetPermissions(0o600))
	if err := held.Lock(); err != nil {
		return "", err
	}
	defer held.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	defer cancel()
	bin := filepath.Join(cache, "bin")
	_, err = pins.Install(ctx, pins.Options{Lock: lock, Platform: pins.HostPlatform(), Dir: bin, Browser: Browser})
	if err != nil {
		return "", err
	}
	return bin, nil
}

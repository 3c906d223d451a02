package doctor

import (
	"errors"
	"os"
	"testing"
	"time"

	"connector-browser/pins"
)

// What the lock says is held against what is free, before an install and after
// one.
func TestDisk(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		free       space
		installed  bool
		status     Status
		says, mend string
	}{
		{"plenty", space{bytes: 20e9}, false, OK, "has 20 GB free", ""},
		{"full", space{}, false, Failed, `has 0 MB free, and \d\d\d MB are needed`, "^df -h "},
		{"less than the archives", space{bytes: 60e6}, false, Failed, "has 60 MB free", "^df -h "},
		{"less than the bound", space{bytes: 700e6}, false, Warning, `up to \d+ MB may be needed`, "^df -h "},
		{"installed", space{bytes: 700e6}, true, OK, "has 700 MB free", ""},
		{"installed, little left", space{bytes: 60e6}, true, Warning, "up to 134 MB", "^df -h "},
		{"installed, full", space{bytes: 1e6}, true, Failed, "has 1 MB free, and 34 MB are needed", "^df -h "},
		{"no file left", space{bytes: 20e9, counts: true}, true, Failed, "has no file free", "^df -h "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			conf, dir := scratch(t)
			if c.installed {
				must(t, os.Mkdir(dir.Bin(), 0o700))
				write(t, dir.Bin()+"/installed.json", "{}")
			}
			d := newDoctor(t, conf)
			d.platform = "linux-x64"
			d.space = func(string) (space, error) { return c.free, nil }
			look(t, d, "platform", "configuration", "disk").want(t, c.status, c.says, c.mend)
		})
	}
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		conf, _ := scratch(t)
		d := newDoctor(t, conf)
		d.space = func(string) (space, error) { return space{}, errors.New("no answer") }
		look(t, d, "configuration", "disk").want(t, Skipped, "no answer", "")
	})
	t.Run("real", func(t *testing.T) {
		t.Parallel()
		s, err := spaceAt(t.TempDir())
		if err != nil || s.bytes == 0 || s.counts && s.files == 0 {
			t.Errorf("got %+v, %v", s, err)
		}
	})
}

// A clock from before the pinned builds, or from long after, breaks TLS.
func TestClock(t *testing.T) {
	t.Parallel()
	lock := []byte(`"source": "npm:playwright@1.64.0-alpha-1790635538000"`)
	born := time.UnixMilli(1790635538000)
	for _, c := range []struct {
		now        time.Time
		status     Status
		says, mend string
	}{
		{born.Add(time.Hour), OK, "2026", ""},
		{born.Add(-time.Hour), OK, "2026", ""},
		{time.Unix(0, 0), Failed, "it is 1970-01-01 .* the pinned builds were made on 2026-09-28", "timedatectl set-ntp true"},
		{born.AddDate(11, 0, 0), Failed, "it is 2037", "timedatectl"},
	} {
		d := New(lock, nil, "/nowhere")
		d.now = func() time.Time { return c.now }
		look(t, d, "clock").want(t, c.status, c.says, c.mend)
	}

	t.Run("before this program was written", func(t *testing.T) {
		program := t.TempDir() + "/program"
		write(t, program, "")
		must(t, os.Chtimes(program, time.Time{}, born.AddDate(1, 0, 0)))
		d := New(lock, nil, program)
		d.now = func() time.Time { return born.AddDate(0, 6, 0) }
		look(t, d, "clock").want(t, Failed, "this program was written on 2027", "timedatectl")
	})
}

// A platform that nothing is pinned for is named, with those that are (CB-013).
func TestPlatform(t *testing.T) {
	t.Parallel()
	d := newDoctor(t, t.TempDir())
	d.platform = "linux-x64"
	look(t, d, "platform").want(t, OK, "linux-x64 is pinned, with chrome-for-testing or chromium-headless", "")

	d = newDoctor(t, t.TempDir())
	d.platform = pins.Platform("linux-riscv64")
	look(t, d, "platform").want(t, Failed, "^binaries.lock.json pins no playwright-mcp build for linux-riscv64$", "linux-x64")
	look(t, d, "build").want(t, Skipped, "nothing is pinned", "")

	d.pinned = []byte("{}")
	look(t, d, "platform").want(t, Failed, "binaries.lock.json", "build connector-browser again")
}

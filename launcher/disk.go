package launcher

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/sandbox"
	"connector-browser/relay"
)

// The launch directory lies on the person's disk, and no quota of the system's
// bounds it. So the disk is looked at: a launch that has filled it ends, and
// what it wrote goes with it.
const (
	diskEvery  = time.Second
	diskFloor  = 512 << 20 // bytes that have to stay free
	inodeFloor = 4096      // and files that could still be made

	// A launch that holds less than this is not what fills the disk.
	guiltyBytes   = 128 << 20
	guiltyEntries = 8192
	guiltyDepth   = 16
)

// guardDisk ends the child when the disk is nearly full and the launch is what
// fills it.
func (l *Launch) guardDisk(r *relay.Relay, child *sandbox.Child, d *directory, ended <-chan struct{}) {
	floor := uint64(diskFloor)
	if l.diskFloor != 0 {
		floor = l.diskFloor
	}
	for {
		select {
		case <-ended:
			return
		case <-time.After(diskEvery):
		}
		if nearlyFull(d.path, floor) && d.guilty() {
			l.Say(fmt.Sprintf("the session filled the disk that holds %s, so it ends and what it wrote is removed", d.path))
			r.Stop()
			child.Kill()
			return
		}
	}
}

func nearlyFull(path string, floor uint64) bool {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return false
	}
	return s.Bavail*uint64(s.Bsize) < floor || s.Files > 0 && s.Ffree < inodeFloor
}

var errGuilty = errors.New("enough was seen")

// guilty reports whether the launch directory holds much. The child goes on
// writing meanwhile; nothing outside of the folder is looked at, and no more of
// it than the answer needs.
func (d *directory) guilty() bool {
	root, err := os.OpenRoot(d.path)
	if err != nil {
		return errors.Is(err, fs.ErrPermission) // closed by the child: nobody who means well does that
	}
	defer root.Close()
	var bytes, entries int64
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if entries++; entries > guiltyEntries || strings.Count(name, "/") > guiltyDepth {
			return errGuilty
		}
		if entry == nil || err != nil {
			return nil
		}
		if info, err := entry.Info(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				bytes += stat.Blocks * 512
			}
		}
		if bytes > guiltyBytes {
			return errGuilty
		}
		return nil
	})
	return errors.Is(err, errGuilty)
}

package output

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// changes are what a look would find: a name that came or went, a file that was
// written to, and one that was opened or closed to somebody.
const changes = unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVE | unix.IN_MODIFY | unix.IN_CLOSE_WRITE | unix.IN_ATTRIB

// maxWatched is how many folders are watched at most: the person has only so many
// watches for all programs, and a child may make any number of folders.
const maxWatched = 64

// watch is told by the kernel of changes in folders, at the moment they are made
// (inotify(7)). What is written through a shared mapping it tells of when that
// is let go of; neither Node.js nor Chromium writes its files so.
type watch struct {
	fd      int // below 0: there is none, so that anything may have changed
	watched map[int]bool
}

func newWatch() *watch {
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil { // a person may have only so many of these, too
		fd = -1
	}
	return &watch{fd: fd, watched: map[int]bool{}}
}

// add watches a folder from here on; one that is watched already stays so. Where that
// cannot be, nothing is watched.
func (w *watch) add(folder *os.File) {
	if w.fd < 0 {
		return
	}
	itself := "/proc/self/fd/" + strconv.Itoa(int(folder.Fd())) // whatever has its path by now
	number, err := unix.InotifyAddWatch(w.fd, itself, changes)
	if w.watched[number] = true; err != nil || len(w.watched) > maxWatched {
		w.close()
	}
}

// quiet reports whether nothing can have changed since it last said no.
func (w *watch) quiet() bool {
	if w.fd < 0 {
		return false
	}
	var events [4 << 10]byte // what is left of them is a no the next time
	_, err := unix.Read(w.fd, events[:])
	return err == unix.EAGAIN
}

func (w *watch) close() {
	if w.fd >= 0 {
		unix.Close(w.fd)
		w.fd = -1
	}
}

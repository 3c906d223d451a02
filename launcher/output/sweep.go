package output

import (
	"bytes"
	"errors"
	"os"

	"golang.org/x/sys/unix"

	"connector-browser/relay/withhold"
)

// The bounds of one look at the folder.
const (
	maxFiltered      = 500       // files that are new or changed
	maxFilteredBytes = 256 << 20 // of all of them
	maxEntries       = 10_000
	maxDepth         = 8 // folders below each other
)

// Withhold looks at every text file that is new or has changed. What is beyond
// the bounds is looked at the next time. Each answer of a tool asks for it, and
// nearly always nothing has changed: then it costs one system call.
func (f *Folder) Withhold() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.watch.quiet() && f.still {
		return
	}
	s := sweep{Folder: f, room: maxFilteredBytes}
	if top, err := f.root.Open("."); err != nil {
		s.left = true // closed by the child, to everybody
	} else {
		s.folder(top, "", 0, f.top)
	}
	f.still = !s.left
}

// sweep is one look.
type sweep struct {
	*Folder
	entries, looked int
	room            int64 // bytes
	left            bool  // something is to be looked at again, whether it changes or not
	seen            unix.Stat_t
}

// folder looks at what is in one folder, and closes it.
func (s *sweep) folder(folder *os.File, name string, depth int, in *listing) {
	defer folder.Close()
	now, ok := s.watched(folder)
	if !ok {
		s.left = true
		return
	}
	in.refresh(folder, name, now, maxEntries-s.entries)
	s.left = s.left || in.folder != now
	s.entries += len(in.entries)
	for _, e := range in.entries {
		switch {
		case e.inner == nil:
			if !s.saving[e.full] && !s.file(folder, e) {
				s.left = true
			}
		case depth < maxDepth && !s.skip(e.full):
			inner, err := openAt(folder, e.name, unix.O_RDONLY|unix.O_DIRECTORY)
			if err != nil {
				s.left = true
				continue
			}
			s.folder(inner, e.full, depth+1, e.inner)
		}
	}
}

// watched gives the stamp of a folder that is watched: what changes after it was
// taken is told of. It is asked for at each look, since a folder that is removed takes
// its watch along, and the next one of its name often has its inode.
func (s *sweep) watched(folder *os.File) (now stamp, ok bool) {
	s.watch.add(folder)
	if unix.Fstat(int(folder.Fd()), &s.seen) != nil {
		return stamp{}, false
	}
	return stampOf(&s.seen), true
}

// file looks at one file, and reports whether there is nothing left to do.
func (s *sweep) file(folder *os.File, e *entry) bool {
	if unix.Fstatat(int(folder.Fd()), e.name, &s.seen, unix.AT_SYMLINK_NOFOLLOW) != nil || !own(&s.seen) {
		return false
	}
	if e.clean == stampOf(&s.seen) {
		return true
	}
	if s.looked == maxFiltered || s.seen.Size > s.room {
		return false
	}
	s.looked++
	s.room -= s.seen.Size
	file, err := openAt(folder, e.name, unix.O_RDWR)
	if err != nil {
		return false
	}
	defer file.Close()
	now, ok := withholdIn(file, s.set)
	if !ok || !now.settled() {
		return false
	}
	e.clean = now
	return true
}

// withholdIn rewrites a file until it holds nothing to withhold, and gives its
// stamp at that moment. The file stays the same one, so that who appends to it
// goes on.
func withholdIn(file *os.File, set *withhold.Set) (now stamp, ok bool) {
	for range 3 { // it may grow meanwhile
		seen, err := statOwn(file)
		if err != nil {
			return stamp{}, false
		}
		now = stampOf(seen)
		text, binary, err := readText(file, seen.Size)
		if err != nil || binary {
			return now, binary
		}
		out := withheld(file.Name(), text, set)
		if bytes.Equal(out, text) {
			return now, true
		}
		if seen, err = statOwn(file); err != nil || seen.Size != now.size {
			continue
		}
		if _, err = file.WriteAt(out, 0); err == nil {
			err = file.Truncate(int64(len(out)))
		}
		if err != nil { // a full disk: rather nothing than the half of it
			file.Truncate(0)
			return stamp{}, false
		}
	}
	return stamp{}, false // seen again the next time
}

// openAt opens an entry of a folder, never what a link leads to, and without
// waiting for the other end of a FIFO.
func openAt(folder *os.File, name string, flags int) (*os.File, error) {
	fd, err := unix.Openat(int(folder.Fd()), name, flags|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// statOwn looks at an open file, which has to be a file of its own.
func statOwn(file *os.File) (*unix.Stat_t, error) {
	var seen unix.Stat_t
	if err := unix.Fstat(int(file.Fd()), &seen); err != nil {
		return nil, errors.New("it cannot be examined")
	}
	if !own(&seen) {
		return nil, errors.New("not a regular file, or one with a second name")
	}
	return &seen, nil
}

// own says whether it is a regular file that goes by one name.
func own(seen *unix.Stat_t) bool {
	return seen.Mode&unix.S_IFMT == unix.S_IFREG && seen.Nlink == 1
}

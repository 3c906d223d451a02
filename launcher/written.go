package launcher

import (
	"errors"
	"os"
	"path"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"connector-browser/relay/withhold"
)

// The bounds of one look at the output folder.
const (
	maxFiltered      = 500       // files that are new or changed
	maxFilteredBytes = 256 << 20 // of all of them
	maxWritten       = 10_000    // entries
)

// settled is how old a change has to be before its time tells it from the next
// one: a kernel's clock for files ticks every few milliseconds.
const settled = 50 * time.Millisecond

// written withholds in the files of the output folder. The upstream writes
// snapshots, requests and the console there by itself, past everything that
// looks at answers.
//
// The folder belongs to the child, so it is entered by descriptors, no link is
// followed, and a file with a second name is left alone: it could be one that
// the launch needs.
type written struct {
	directory *directory
	set       *withhold.Set

	mu     sync.Mutex
	clean  map[string]stamp // as they were when nothing was left to withhold
	saving map[string]bool  // the launch's own files, which nobody is told of
}

// stamp tells one state of a file from another. The child chooses the time of
// a modification, not that of a change.
type stamp struct {
	device, inode    uint64
	size             int64
	modified, change unix.Timespec
}

// except leaves a file in the output folder as it is until it is gone.
func (w *written) except(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.saving == nil {
		w.saving = map[string]bool{}
	}
	w.saving[name] = true
}

// gone ends what except began.
func (w *written) gone(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.saving, name)
}

// Withhold looks at every text file that is new or has changed. What is beyond
// the bounds is looked at the next time.
func (w *written) Withhold() {
	w.mu.Lock()
	defer w.mu.Unlock()
	folder, err := w.directory.root.Open(".")
	if err != nil {
		return // closed by the child, to everybody
	}
	s := sweep{written: w, clean: map[string]stamp{}, room: maxFilteredBytes}
	s.folder(folder, "", 0)
	w.clean = s.clean
}

// sweep is one look.
type sweep struct {
	*written
	clean           map[string]stamp
	entries, looked int
	room            int64 // bytes
}

// folder looks at what is in one folder, and closes it.
func (s *sweep) folder(folder *os.File, name string, depth int) {
	defer folder.Close()
	for {
		entries, err := folder.ReadDir(batch)
		for _, entry := range entries {
			if s.entries++; s.entries > maxWritten {
				return
			}
			full := path.Join(name, entry.Name())
			switch {
			case entry.IsDir() && depth < maxKeptDepth && !broughtIn(full):
				if inner, err := openAt(folder, entry.Name(), unix.O_RDONLY|unix.O_DIRECTORY); err == nil {
					s.folder(inner, full, depth+1)
				}
			case entry.Type().IsRegular() && !s.saving[full]:
				s.file(folder, entry.Name(), full)
			}
		}
		if err != nil { // the end, in most cases
			return
		}
	}
}

func (s *sweep) file(folder *os.File, name, full string) {
	var seen unix.Stat_t
	if unix.Fstatat(int(folder.Fd()), name, &seen, unix.AT_SYMLINK_NOFOLLOW) != nil || !own(&seen) {
		return
	}
	if now := stampOf(&seen); s.written.clean[full] == now {
		s.clean[full] = now
		return
	}
	if s.looked == maxFiltered || seen.Size > s.room {
		return
	}
	s.looked++
	s.room -= seen.Size
	file, err := openAt(folder, name, unix.O_RDWR)
	if err != nil {
		return
	}
	defer file.Close()
	if now, ok := withholdIn(file, s.set); ok && time.Since(time.Unix(now.change.Unix())) > settled {
		s.clean[full] = now
	}
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
		out, hits := set.Text(text)
		if len(hits) == 0 || string(out) == string(text) {
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

func stampOf(seen *unix.Stat_t) stamp {
	return stamp{uint64(seen.Dev), seen.Ino, seen.Size, seen.Mtim, seen.Ctim}
}

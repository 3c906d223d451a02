package output

import (
	"os"
	"path"
	"time"

	"golang.org/x/sys/unix"
)

// readAtOnce is how many entries of a folder are read at a time: a child may
// have made any number.
const readAtOnce = 512

// settled is how old a change has to be before its time tells it from the next
// one: a kernel's clock for files ticks every few milliseconds.
const settled = 50 * time.Millisecond

// listing is what was in a folder when it was last read: as long as the folder is
// what it was, one look at it and one at each file in it tell what is new.
type listing struct {
	folder  stamp // of the folder right before it was read; zero where it has to be read again
	entries []*entry
}

// entry is a file or a folder in a listing.
type entry struct {
	name, full string // in its folder, and below the output folder
	inner      *listing
	clean      stamp // of a file, when nothing was left to withhold in it
}

// stamp tells one state of a file or folder from another. The child chooses the
// time of a modification, not that of a change.
type stamp struct {
	device, inode    uint64
	size             int64
	modified, change unix.Timespec
}

func stampOf(seen *unix.Stat_t) stamp {
	return stamp{uint64(seen.Dev), seen.Ino, seen.Size, seen.Mtim, seen.Ctim}
}

// settled reports whether a later change is sure to have another stamp.
func (s stamp) settled() bool { return time.Since(time.Unix(s.change.Unix())) > settled }

// refresh makes the listing that of the folder as it now is, of at most some
// entries. What is known of files stays known.
func (l *listing) refresh(folder *os.File, name string, now stamp, most int) {
	if l.folder == now {
		return
	}
	known := make(map[string]*entry, len(l.entries))
	for _, e := range l.entries {
		known[e.name] = e
	}
	l.folder, l.entries = stamp{}, nil
	for {
		found, err := folder.ReadDir(readAtOnce)
		for _, f := range found {
			if most--; most < 0 {
				return
			}
			if !f.IsDir() && !f.Type().IsRegular() {
				continue
			}
			e := known[f.Name()]
			if e == nil || (e.inner != nil) != f.IsDir() {
				e = &entry{name: f.Name(), full: path.Join(name, f.Name())}
				if f.IsDir() {
					e.inner = &listing{}
				}
			}
			l.entries = append(l.entries, e)
		}
		if err != nil { // the end, in most cases
			break
		}
	}
	if now.settled() {
		l.folder = now
	}
}

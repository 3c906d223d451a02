package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"golang.org/x/sys/unix"
)

// graft is one piece of the host's file tree on its way to the same place
// inside: a detached mount held by a descriptor (open_tree(2)), or a symbolic
// link to be repeated.
//
// The descriptors are taken while the process still has the caller's face,
// since the pinned build lies below folders that only the caller can open, and
// put up after it has given that face away. A path is looked up once; whoever
// renames it afterwards changes nothing.
type graft struct {
	path string
	fd   int
	dir  bool
	link string // not empty: a symbolic link, and fd is not used
}

// take takes hold of everything that will be visible, in the order in which
// it is to be put up: a folder before what lies in it.
func take(w Walls) ([]graft, error) {
	if folder := shownAlready(w.Dir); folder != "" {
		return nil, &Error{Wall: "file system", Reason: w.Dir + " lies in " + folder + ", of which everything is seen inside", Cure: "choose a configuration directory elsewhere (CONFIG_LOCAL_DIR)"}
	}
	var grafts []graft
	for _, path := range systemPaths {
		g, err := takeSystem(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // no such thing on this distribution
		}
		if err != nil {
			return nil, cannotShow(path, err)
		}
		grafts = append(grafts, g)
	}
	for _, path := range devices {
		g, err := open(path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC)
		if err != nil {
			return nil, cannotShow(path, err)
		}
		grafts = append(grafts, g)
	}
	for _, path := range w.ReadOnly {
		if err := plain(path); err != nil {
			return nil, err
		}
		g, err := open(path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
		if err != nil {
			return nil, cannotShow(path, err)
		}
		grafts = append(grafts, g)
	}
	if w.Display != "" {
		g, err := open(w.Display, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
		if err != nil {
			return nil, cannotShow(w.Display, err)
		}
		grafts = append(grafts, g)
	}
	dir, err := open(w.Dir, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOEXEC)
	if err != nil {
		return nil, cannotShow(w.Dir, err)
	}
	grafts = append(grafts, dir)
	sort.SliceStable(grafts, func(i, j int) bool { return grafts[i].path < grafts[j].path })
	return grafts, nil
}

// shownAlready names the one of the system's paths that a launch directory lies
// in, by whatever links. There its neighbours, the login state and the folders of
// other launches among them, would be seen inside too.
func shownAlready(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for _, path := range systemPaths {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue // no such thing on this distribution
		}
		if rel, err := filepath.Rel(real, dir); err == nil && filepath.IsLocal(rel) {
			return path
		}
	}
	return ""
}

// plain refuses what a read-only mount does not guard: a socket or FIFO can
// be spoken to through one, a device be used.
func plain(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return &Error{Wall: "file system", Reason: path + " is neither a file nor a folder", Cure: "name one"}
	}
	return nil // what is missing shows when it is opened
}

// takeSystem takes one of the system's own paths. Where it is a link (/bin on
// a merged system) the link is repeated.
func takeSystem(path string) (graft, error) {
	if link, err := os.Readlink(path); err == nil {
		return graft{path: path, link: link}, nil
	}
	return open(path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// open clones the tree at path and sets the attributes on it and on every
// mount below: the older way, a read-only bind, leaves those writable
// (mount_setattr(2), since Linux 5.12).
func open(path string, attributes uint64) (graft, error) {
	fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return graft{}, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return graft{}, err
	}
	attr := unix.MountAttr{Attr_set: attributes, Propagation: unix.MS_PRIVATE}
	if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
		return graft{}, err
	}
	return graft{path: path, fd: fd, dir: st.Mode&unix.S_IFMT == unix.S_IFDIR}, nil
}

// put puts the graft up at its place in the new root, making that place first
// where it does not exist.
func (g graft) put() error {
	if err := os.MkdirAll(filepath.Dir(g.path), 0o755); err != nil {
		return err
	}
	if g.link != "" {
		return os.Symlink(g.link, g.path)
	}
	defer unix.Close(g.fd)
	var err error
	if g.dir {
		err = os.MkdirAll(g.path, 0o755)
	} else if _, err = os.Lstat(g.path); err != nil {
		err = os.WriteFile(g.path, nil, 0o644)
	}
	if err != nil {
		return err
	}
	return unix.MoveMount(g.fd, "", unix.AT_FDCWD, g.path, unix.MOVE_MOUNT_F_EMPTY_PATH)
}

// cannotShow is the sentence for a path that could not be brought inside.
func cannotShow(path string, err error) error {
	e := &Error{Wall: "file system", Reason: fmt.Sprintf("%s cannot be shown inside", path), Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Cure = "see that it is there"
	case errors.Is(err, unix.EACCES):
		e.Cure = "see that it belongs to who runs this program"
	}
	return e
}

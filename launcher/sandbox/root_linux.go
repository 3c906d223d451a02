package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// enterEmptyRoot makes an empty file system the root of this mount namespace.
// The host's stays attached on top of it until /proc is mounted (see
// mountProc), and everything from here on is looked up in the new root.
//
// pivot_root and not chroot: inside a chroot the kernel refuses user
// namespaces, and Chromium's sandbox needs one.
func enterEmptyRoot(dir string) error {
	wrong := func(what string, err error) error {
		return &Error{Wall: "file system", Reason: what, Err: err}
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return wrong("the host's mounts cannot be made private", err)
	}
	// Any folder would do as the place; this one is sure to exist.
	options := fmt.Sprintf("mode=0755,size=1m,uid=%d,gid=%d", insideID, insideID)
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return wrong("an empty root cannot be mounted", err)
	}
	if err := os.Chdir(dir); err != nil {
		return wrong("the empty root cannot be entered", err)
	}
	// With both arguments "." the old root ends up stacked on the new one,
	// where detachHost finds it, and needs no folder of its own (pivot_root(2)).
	if err := unix.PivotRoot(".", "."); err != nil {
		return wrong("the empty root cannot be made the root", err)
	}
	return nil
}

// detachHost lets go of the host's file system for good. The current folder
// is still its root.
func detachHost() error {
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return &Error{Wall: "file system", Reason: "the host's root cannot be detached", Err: err}
	}
	return os.Chdir("/")
}

// furnish fills the new root, and closes it to writing.
func furnish(w Walls, grafts []graft) error {
	if err := mountProc(); err != nil {
		return err
	}
	if err := detachHost(); err != nil {
		return err
	}
	for _, dir := range []string{"/tmp", "/dev/shm"} {
		if err := mountScratch(dir, w.Limits.Scratch); err != nil {
			return err
		}
	}
	for name, text := range written(w) {
		if err := os.MkdirAll("/etc", 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return cannotShow(name, err)
		}
	}
	for _, g := range grafts {
		if err := g.put(); err != nil {
			return cannotShow(g.path, err)
		}
	}
	for name, target := range map[string]string{"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2"} {
		if err := os.Symlink(target, "/dev/"+name); err != nil {
			return cannotShow("/dev/"+name, err)
		}
	}
	if err := maskProc(); err != nil {
		return err
	}
	if err := closeSwitches(); err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, ""); err != nil {
		return &Error{Wall: "file system", Reason: "the root cannot be closed to writing", Err: err}
	}
	return nil
}

// mountScratch mounts memory at dir: writable, bounded, and good for no program.
func mountScratch(dir string, size int64) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return cannotShow(dir, err)
	}
	options := fmt.Sprintf("mode=1777,size=%d,uid=%d,gid=%d", size, insideID, insideID)
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, options); err != nil {
		return &Error{Wall: dir, Reason: "memory cannot be mounted there", Err: err}
	}
	return nil
}

package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// insideID is the one user and the one group that exist inside. It is not 0:
// Chromium's own sandbox does not start for root, so the browser would have
// to run without it whenever root starts the connector.
const insideID = 1000

// rootsID is who the inside is, seen from outside, when root starts a launch.
//
// It must not be 0: a process whose outside id is 0 is "global root" to the
// kernel's sysctl files whatever namespace it is in, and could write
// /proc/sys/kernel/core_pattern, which is root on the host at the next crash.
// It must not be 65534 either, which other services run as. Two thousand
// million lies above every range that systemd hands out for containers and
// dynamic users (https://systemd.io/UIDS-GIDS/) and below its foreign range,
// and belongs to nobody. Where root is root of a container that has no such
// id, the highest one below nobody's in the usual 65536 stands in.
const (
	rootsID          = 2_000_000_000
	rootsContainerID = 65533
)

// identity is the outside face of the inside id.
type identity struct {
	uid, gid int
	handOver bool // the launch directory must be given to it first
}

// outsideIdentity chooses it: the caller's own id, and rootsID for root. Root
// of a user namespace that has too few ids is an ordinary user under a false
// name; it keeps its id, which is not the kernel's global root.
func outsideIdentity() (identity, error) {
	own := identity{uid: os.Geteuid(), gid: os.Getegid()}
	if own.uid != 0 {
		return own, nil
	}
	uids, err := readIDMap("/proc/self/uid_map")
	if err != nil {
		return identity{}, err
	}
	gids, err := readIDMap("/proc/self/gid_map")
	if err != nil {
		return identity{}, err
	}
	for _, id := range []int{rootsID, rootsContainerID} {
		if uids.has(id) && gids.has(id) {
			return identity{uid: id, gid: id, handOver: true}, nil
		}
	}
	if uids.global() {
		return identity{}, &Error{Wall: "user namespace", Reason: "root has no other id to give to the browser", Cure: "run as an ordinary user"}
	}
	return own, nil
}

// checkDir refuses a launch directory that is not the caller's own, or not a
// directory: it is about to be given away and written to.
func (id identity) checkDir(dir string) error {
	info, err := os.Lstat(dir)
	wrong := func(why string) error {
		return &Error{Wall: "launch directory", Reason: dir + " " + why, Cure: "make a new one for each launch", Err: err}
	}
	if err != nil {
		return wrong("cannot be used")
	}
	if !info.IsDir() {
		return wrong("is no directory")
	}
	owner := int(info.Sys().(*syscall.Stat_t).Uid)
	if owner != os.Geteuid() && owner != id.uid {
		return wrong("belongs to another user")
	}
	if strings.Count(dir, "/") < 2 {
		return wrong("is a folder of the whole system")
	}
	return nil
}

// take gives the launch directory to the identity. The directory is new and
// 0700, so nobody but the caller can be in it meanwhile; its top changes hands
// last for the same reason.
func (id identity) take(dir string) error {
	if !id.handOver {
		return nil
	}
	var paths []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	for i := len(paths) - 1; i >= 0 && err == nil; i-- {
		err = os.Lchown(paths[i], id.uid, id.gid)
	}
	if err != nil {
		return &Error{Wall: "launch directory", Reason: fmt.Sprintf("cannot be given to the unprivileged id %d", id.uid), Cure: "run as an ordinary user, or allow CAP_CHOWN", Err: err}
	}
	return nil
}

// mapping is SysProcAttr's form of the one-id map.
func (id identity) mapping() (uids, gids []syscall.SysProcIDMap) {
	return []syscall.SysProcIDMap{{ContainerID: insideID, HostID: id.uid, Size: 1}},
		[]syscall.SysProcIDMap{{ContainerID: insideID, HostID: id.gid, Size: 1}}
}

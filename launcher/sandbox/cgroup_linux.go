package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cgroupPrefix begins the name of every cgroup that is ours.
const cgroupPrefix = "connector-browser-"

// cgroup bounds the memory of one launch; "" bounds nothing.
//
// This is the one bound that is not promised: who may make a cgroup is
// decided by whoever set up the machine. Root may, and under systemd a user
// whose session was given the memory controller. Child.MemoryBounded says
// whether it stands. Everywhere the kernel is told to end these processes
// before any other when memory runs out.
type cgroup string

// makeCgroup makes one with the limits, or none where it may not.
func makeCgroup(l Limits) cgroup {
	if l.Memory <= 0 {
		l.Memory = threeQuarters()
	}
	for _, parent := range cgroupParents() {
		clearCgroups(parent.dir)
		dir := filepath.Join(parent.dir, cgroupPrefix+strconv.FormatInt(time.Now().UnixNano(), 36)+"-"+strconv.Itoa(os.Getpid()))
		if os.Mkdir(dir, 0o755) != nil {
			continue
		}
		if err := writeFile(dir, parent.file, l.Memory); err == nil {
			// Where the kernel can, it ends the launch as a whole.
			writeFile(dir, "memory.oom.group", 1)
			writeFile(dir, "memory.swap.max", 0)
			return cgroup(dir)
		}
		os.Remove(dir)
	}
	return ""
}

// add moves a process in, while it still waits for the walls' description:
// all that it starts later is born there.
func (g *cgroup) add(pid int) {
	if *g != "" && writeFile(string(*g), "cgroup.procs", int64(pid)) != nil {
		g.remove()
	}
}

// remove takes it away; nobody may be in it.
func (g *cgroup) remove() {
	if *g != "" {
		os.Remove(string(*g))
		*g = ""
	}
}

// preferAsVictim makes the kernel end this process, and those that it starts,
// before others when memory runs out.
func preferAsVictim(pid int) {
	writeFile(fmt.Sprintf("/proc/%d", pid), "oom_score_adj", 500)
}

// cgroupParent is where a cgroup may be tried, and the file of its limit.
type cgroupParent struct{ dir, file string }

// cgroupParents finds this process's place in the unified hierarchy and in
// the older one. In the unified one a group that holds processes can have no
// bounded group below it, so ours is made beside our own; the top has no
// beside, and is exempt from that rule.
func cgroupParents() (parents []cgroupParent) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		field := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(field) != 3 {
			continue
		}
		switch place := field[2]; {
		case field[0] == "0":
			for _, top := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/unified"} {
				parents = append(parents, cgroupParent{filepath.Join(top, filepath.Dir(place)), "memory.max"})
			}
		case field[1] == "memory":
			parents = append(parents, cgroupParent{filepath.Join("/sys/fs/cgroup/memory", place), "memory.limit_in_bytes"})
		}
	}
	return parents
}

// clearCgroups removes what killed launchers left. The kernel refuses while a
// process is in one; a minute's grace keeps those that are just being filled.
func clearCgroups(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, cgroupPrefix+"*"))
	for _, dir := range left {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > time.Minute {
			os.Remove(dir)
		}
	}
}

// writeFile writes a number into a kernel file, which must be there already.
func writeFile(dir, name string, number int64) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(strconv.FormatInt(number, 10))
	return errors.Join(err, f.Close())
}

// threeQuarters of the machine's memory is the default bound: no honest page
// reaches it, and the machine stays usable.
func threeQuarters() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 1 << 40
	}
	return int64(info.Totalram) * int64(info.Unit) / 4 * 3
}

package sandbox

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// ProxyPort is the port on 127.0.0.1, inside, behind which the egress proxy
// is reached. It is fixed because the network namespace holds nobody else.
const ProxyPort = 3128

// Walls describes one launch: what the program inside may see, and nothing
// beyond it. Every path is absolute, clean, and the same inside as outside.
type Walls struct {
	// Dir is the launch directory: owned by the caller, new for this launch,
	// and the one place on a disk that the program may write. It is mounted
	// noexec. When root starts a launch, Dir and all in it change owner (see
	// identity_linux.go), so whoever later writes there as root must expect
	// links that the program left.
	Dir string

	// ReadOnly names the files and folders that exist inside besides the
	// system's own. They may lie below folders that only the caller can open;
	// what is in them must be readable by others when root starts the launch.
	//
	// A socket or FIFO inside such a folder stays reachable, since a read-only
	// mount guards files and not what listens behind them.
	ReadOnly []string

	// Display is the socket of the one X server that windows may be opened on.
	// Empty, which it is for all but a login by hand: there is no display inside.
	Display string

	// Program, with Args after its own name, runs in Cwd (default: Dir) with
	// exactly the environment Env. An empty Program builds the walls, finds
	// them standing, and ends with code 0.
	Program string
	Args    []string
	Env     []string
	Cwd     string

	// Approve, where it is set, is asked when the walls are being built and the
	// program has not been named to them yet: where it fails, nothing runs and
	// Start gives its error. So what is to run can be checked meanwhile.
	Approve func() error `json:"-"`

	// Hostname is the machine's name as seen inside (default: "browser").
	Hostname string

	Limits Limits
}

// Limits bounds what one launch may use. A zero takes the default.
type Limits struct {
	Processes int   // processes and threads together, default 2048
	Files     int   // open descriptors per process, default 8192
	Scratch   int64 // bytes in each of /tmp and /dev/shm, default 1 GiB
	Memory    int64 // bytes in all, where a cgroup may be made, default 3/4 of the machine's
}

// withDefaults fills in what the caller left open.
func (w Walls) withDefaults() Walls {
	if w.Cwd == "" {
		w.Cwd = w.Dir
	}
	if w.Hostname == "" {
		w.Hostname = "browser"
	}
	if w.Limits.Processes <= 0 {
		w.Limits.Processes = 2048
	}
	if w.Limits.Files <= 0 {
		w.Limits.Files = 8192
	}
	if w.Limits.Scratch <= 0 {
		w.Limits.Scratch = 1 << 30
	}
	return w
}

// check refuses a description that could not mean what it says.
func (w Walls) check() error {
	paths := append([]string{w.Dir, w.Cwd}, w.ReadOnly...)
	if w.Program != "" {
		paths = append(paths, w.Program)
	}
	for _, path := range paths {
		if err := checkPath(path); err != nil {
			return err
		}
	}
	for _, text := range append(append([]string{w.Hostname}, w.Args...), w.Env...) {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return &Error{Wall: "description", Reason: "an argument or environment variable is not UTF-8 text, or holds a zero byte", Cure: "pass plain UTF-8"}
		}
	}
	return w.checkDisplay()
}

// checkPath refuses what cannot be shown at its own place inside. The three
// kernel file systems are the walls' own, and "/" would be no wall at all.
func checkPath(path string) error {
	wrong := func(why string) error {
		return &Error{Wall: "file system", Reason: fmt.Sprintf("path %q %s", path, why), Cure: "name an absolute path of a file or folder, without . or .. in it"}
	}
	switch {
	case !filepath.IsAbs(path) || filepath.Clean(path) != path:
		return wrong("is not absolute and clean")
	case !utf8.ValidString(path):
		return wrong("is not UTF-8")
	case path == "/":
		return wrong("is the whole file system")
	}
	for _, own := range []string{"/proc", "/sys", "/dev"} {
		if path == own || strings.HasPrefix(path, own+"/") {
			return wrong("lies in " + own + ", which the walls provide themselves")
		}
	}
	return nil
}

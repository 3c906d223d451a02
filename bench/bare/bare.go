// Package bare starts the pinned upstream as it is, without walls, proxy or
// relay: what connector-browser is measured against, and what its demo must
// fail against.
package bare

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"connector-browser/pins"
)

// Upstream is a pinned build that runs outside the walls.
type Upstream struct {
	build   *pins.Build
	browser string
	env     []string
}

// New makes a build ready. The browser runs from a copy below scratch, since
// Chromium writes beside its own program, which the walls would not let it and
// the start check would find. Scratch has to be on the file system of the build
// for that copy to cost nothing.
func New(build *pins.Build, scratch string) (*Upstream, error) {
	u := &Upstream{build: build, browser: build.Browser}
	if folder := filepath.Dir(build.Browser); strings.HasPrefix(folder, build.Dir) { // else one of the machine's own
		twin := filepath.Join(scratch, "browser")
		if err := link(folder, twin); err != nil {
			return nil, err
		}
		u.browser = filepath.Join(twin, filepath.Base(build.Browser))
	}
	for _, variable := range append(os.Environ(), build.Env...) {
		if !strings.HasPrefix(variable, "NODE_COMPILE_CACHE") {
			u.env = append(u.env, variable)
		}
	}
	return u, nil
}

// Command is one launch, with the arguments of the connector's own table. Out
// is its working and output directory; state is the login state's file.
func (u *Upstream) Command(out, state string) *exec.Cmd {
	cmd := exec.Command(u.build.Node, u.build.Script, "--headless", "--isolated", "--browser", "chromium", ChromiumSandbox(),
		"--block-service-workers", "--no-webmcp", "--timeout-navigation", "60000", "--output-max-size", "67108864",
		"--executable-path", u.browser, "--output-dir", out, "--storage-state", state, "--file-paths", "absolute")
	cmd.Env = u.env
	cmd.Dir = out
	return cmd
}

// ChromiumSandbox is the argument that lets Chromium start outside the walls:
// run by root, it refuses to be sandboxed.
func ChromiumSandbox() string {
	if os.Geteuid() == 0 {
		return "--no-sandbox"
	}
	return "--sandbox"
}

// link copies a tree, its files as hard links where the file system allows.
func link(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o700)
		case d.Type()&fs.ModeSymlink != 0:
			points, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(points, target)
		}
		if err := os.Link(path, target); !errors.Is(err, syscall.EXDEV) {
			return err
		}
		return duplicate(path, target)
	})
}

// duplicate copies a file to another file system.
func duplicate(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

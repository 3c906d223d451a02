// Package mount tells others that this connector exists: the engine by an
// entry in its catalog, and each MCP client, a file of this package for each,
// by a few lines in that client's own settings.
package mount

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Program is the absolute path of this program with every link resolved, so
// that the same file is called the same however it was started.
func Program() (string, error) {
	path, err := os.Executable()
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", fmt.Errorf("cannot tell where this program lies: %w", err)
	}
	return path, nil
}

// goBuild is a folder that the go command builds in, or caches in.
var goBuild = regexp.MustCompile(`^go-build\d*$`)

// Lasting refuses a program that go run has built for a moment: whoever is
// told of it would not find it again.
func Lasting(program string) error {
	for _, folder := range strings.Split(filepath.Dir(program), string(filepath.Separator)) {
		if goBuild.MatchString(folder) {
			return errPassing
		}
	}
	if cache := os.Getenv("GOCACHE"); cache != "" && Below(program, cache) {
		return errPassing
	}
	return nil
}

var errPassing = errors.New("this program lies in a folder of the go command that will be cleared; build it to a place of its own (go install ./cmd/connector-browser) and run mount with that")

// Below says whether a path lies inside a folder, links resolved.
func Below(path, folder string) bool {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// Installed is Lasting for an entry in a client's settings, which outlive any
// temporary folder as well.
func Installed(program string) error {
	if err := Lasting(program); err != nil {
		return err
	}
	if Below(program, os.TempDir()) {
		return errors.New("this program lies in a temporary folder that will be cleared; install it to a place of its own (go install ./cmd/connector-browser) and run mount with that")
	}
	return nil
}

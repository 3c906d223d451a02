package mount

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// A Host is where clients look for their files: one person's machine, and the
// folder that the person stands in.
type Host struct {
	GOOS   string // "linux" or "darwin"
	Home   string // absolute
	Folder string // absolute; the project
	Getenv func(string) string
}

// ThisHost is the one that this program runs on.
func ThisHost() (Host, error) {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return Host{}, errors.New("HOME is not the absolute path of a home directory, and clients keep their files there; set it")
	}
	folder, err := os.Getwd()
	if err != nil {
		return Host{}, errors.New("the current folder cannot be named (it may have been removed); go to another and try again")
	}
	return Host{runtime.GOOS, home, folder, os.Getenv}, nil
}

// home is a path below the home directory.
func (h Host) home(elem ...string) string {
	return filepath.Join(append([]string{h.Home}, elem...)...)
}

// project is a path below the current folder.
func (h Host) project(elem ...string) string {
	return filepath.Join(append([]string{h.Folder}, elem...)...)
}

// named is a path below the folder that a variable names, else below this
// folder of the home directory.
func (h Host) named(variable, folder string, elem ...string) string {
	base := h.Getenv(variable)
	if !filepath.IsAbs(base) { // the XDG specification says so, and clients do
		base = h.home(folder)
	}
	return filepath.Join(append([]string{base}, elem...)...)
}

// xdg is a path below the folder for settings on Linux, and on macOS for
// programs that do as there.
func (h Host) xdg(elem ...string) string { return h.named("XDG_CONFIG_HOME", ".config", elem...) }

// application is a path below the folder where desktop programs keep settings.
func (h Host) application(elem ...string) string {
	if h.GOOS == "darwin" {
		return h.home(append([]string{"Library", "Application Support"}, elem...)...)
	}
	return h.xdg(elem...)
}

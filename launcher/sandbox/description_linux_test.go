package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRefusalsOfTheDescription: what cannot be meant is refused before
// anything starts, and what is missing is named.
func TestRefusalsOfTheDescription(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*Walls)
		says   string
	}{
		"no directory":           {func(w *Walls) { w.Dir = "" }, "not absolute"},
		"relative directory":     {func(w *Walls) { w.Dir = "launch" }, "not absolute"},
		"missing directory":      {func(w *Walls) { w.Dir = dir + "/none" }, "launch directory"},
		"a file for directory":   {func(w *Walls) { w.Dir = plain }, "launch directory"},
		"a link for directory":   {func(w *Walls) { w.Dir = link }, "launch directory"},
		"directory of another":   {func(w *Walls) { w.Dir = "/usr" }, "launch directory"},
		"all files":              {func(w *Walls) { w.ReadOnly = []string{"/"} }, "whole file system"},
		"the host's processes":   {func(w *Walls) { w.ReadOnly = []string{"/proc/1"} }, "lies in /proc"},
		"the host's devices":     {func(w *Walls) { w.ReadOnly = []string{"/dev"} }, "lies in /dev"},
		"dots":                   {func(w *Walls) { w.ReadOnly = []string{"/usr/../etc"} }, "not absolute and clean"},
		"missing folder":         {func(w *Walls) { w.ReadOnly = []string{dir + "/none"} }, dir + "/none cannot be shown"},
		"a socket":               {func(w *Walls) { w.ReadOnly = []string{socketIn(t)} }, "neither a file nor a folder"},
		"another socket":         {func(w *Walls) { w.Display = socketIn(t) }, "is not where an X server listens"},
		"all displays":           {func(w *Walls) { w.Display = "/tmp/.X11-unix" }, "is not where an X server listens"},
		"beyond the displays":    {func(w *Walls) { w.Display = "/tmp/.X11-unix/X1/../../bus" }, "is not where an X server listens"},
		"no such display":        {func(w *Walls) { w.Display = "/tmp/.X11-unix/X65535" }, "cannot be used"},
		"missing program":        {func(w *Walls) { w.Program = "/usr/bin/none" }, "/usr/bin/none cannot be started"},
		"a program that is text": {func(w *Walls) { w.Program, w.ReadOnly = plain, []string{plain} }, "cannot be started"},
		"missing cwd":            {func(w *Walls) { w.Cwd = "/usr/none" }, "working directory"},
		"zero byte":              {func(w *Walls) { w.Args = []string{"a\x00b"} }, "zero byte"},
		"not UTF-8":              {func(w *Walls) { w.Env = []string{"A=\xff"} }, "UTF-8"},
		"too much":               {func(w *Walls) { w.Env = []string{"A=" + strings.Repeat("x", 1<<20)} }, "too large"},
		"long host name":         {func(w *Walls) { w.Hostname = strings.Repeat("h", 65) }, "host name"},
	} {
		t.Run(name, func(t *testing.T) {
			w := Walls{Dir: t.TempDir(), Program: "/bin/true"}
			c.change(&w)
			child, err := Start(w)
			var e *Error
			switch {
			case err == nil:
				child.Close()
				t.Error("it started")
			case !errors.As(err, &e) || e.Cure == "" || !strings.Contains(err.Error(), c.says):
				t.Errorf("got %v, want an *Error that says %q and a cure", err, c.says)
			}
		})
	}
}

// socketIn makes a unix socket in a folder of its own.
func socketIn(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "socket")
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		err = unix.Bind(fd, &unix.SockaddrUnix{Name: path})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	return path
}

// TestNamesAreNotEnough: a person who starts the program under one of the
// walls' own names gets a sentence and nothing else.
func TestNamesAreNotEnough(t *testing.T) {
	t.Parallel()
	pipe, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	for _, name := range []string{builderName, initName} {
		for _, extra := range [][]*os.File{nil, {pipe}} {
			command := exec.Cmd{Path: self(), Args: []string{name}, ExtraFiles: extra}
			out, _ := command.CombinedOutput()
			if code := command.ProcessState.ExitCode(); code != 2 || !strings.Contains(string(out), "cannot be used by hand") {
				t.Errorf("%s: code %d, %q", name, code, out)
			}
		}
	}
}

package demo

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// walls is what model-written code with all of Node in its hands cannot do.
var walls = []step{
	{name: "read the user's files", want: onLinux("ENOENT", "EPERM"), run: readFiles},
	{name: "read the environment", want: "empty", run: readEnvironment},
	{name: "see or signal other processes", want: "none", run: seeProcesses},
	{name: "connect past the proxy", want: onLinux("ECONNREFUSED, ENETUNREACH", "EPERM"), run: connectDirectly},
	{name: "open the cloud's metadata address", want: "refused: 169.254.169.254:80", run: openMetadata},
	{name: "follow a redirect to an unlisted host", want: "refused, 0 connections", run: followRedirect},
	{name: "open a WebSocket to an unlisted host", want: "refused, 0 connections", run: openSocket},
	{name: "run pages outside Chromium's own sandbox", want: "every renderer is inside", run: leaveSandbox},
	{name: "stay behind when the launcher is killed", want: "no process, no launch directory", run: outlive},
}

// onLinux chooses between the words of two systems: what is not there on
// Linux is forbidden under Seatbelt.
func onLinux(linux, other string) string {
	if runtime.GOOS == "linux" {
		return linux
	}
	return other
}

// readFiles tries a file that the demo has just written and one of the user's
// home. Both are read outside first: what nobody can read proves nothing.
func readFiles(ctx context.Context, w *walk) (string, error) {
	path, err := w.home.Private("diary.txt", []byte(rand.Text()))
	if err != nil {
		return "", err
	}
	defer os.Remove(path)
	paths := []string{path}
	if own, ok := fileAtHome(); ok {
		paths = append(paths, own)
	}
	for _, p := range paths {
		if _, err := os.ReadFile(p); err != nil {
			return "", err
		}
	}
	var answer struct{ Got []string }
	if err := w.attack(ctx, "files", map[string]any{"paths": paths}, &answer); err != nil {
		return "", err
	}
	return distinct(answer.Got), nil
}

// fileAtHome is some readable file right in the user's home directory.
func fileAtHome() (string, bool) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", false
	}
	entries, err := os.ReadDir(home)
	if err != nil {
		return "", false
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() > 0 && info.Size() < 1<<20 {
			if f, err := os.Open(filepath.Join(home, e.Name())); err == nil {
				f.Close()
				return f.Name(), true
			}
		}
	}
	return "", false
}

func readEnvironment(ctx context.Context, w *walk) (string, error) {
	var answer struct{ Got []string }
	if err := w.attack(ctx, "environment", map[string]any{"name": marker}, &answer); err != nil {
		return "", err
	}
	return orElse(strings.Join(answer.Got, ", "), "empty"), nil
}

// seeProcesses looks for the demo itself and for the launcher of the session.
func seeProcesses(ctx context.Context, w *walk) (string, error) {
	var victims []map[string]any
	for _, pid := range []int{os.Getpid(), w.session.Pid()} {
		victims = append(victims, map[string]any{"pid": pid, "command": commandLine(pid)})
	}
	var answer struct{ Got []string }
	if err := w.attack(ctx, "processes", map[string]any{"victims": victims}, &answer); err != nil {
		return "", err
	}
	return orElse(strings.Join(answer.Got, ", "), "none"), nil
}

// connectDirectly tries the site, which really listens, and an address of the
// internet.
func connectDirectly(ctx context.Context, w *walk) (string, error) {
	host, port, err := net.SplitHostPort(w.site.Host())
	if err != nil {
		return "", err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return "", err
	}
	addresses := []map[string]any{{"host": host, "port": number}, {"host": "1.1.1.1", "port": 443}}
	var answer struct{ Got []string }
	if err := w.attack(ctx, "connect", map[string]any{"addresses": addresses}, &answer); err != nil {
		return "", err
	}
	return distinct(answer.Got), nil
}

// distinct lists words once each, in the order in which they came.
func distinct(words []string) string {
	var once []string
	for _, word := range words {
		if !slices.Contains(once, word) {
			once = append(once, word)
		}
	}
	return strings.Join(once, ", ")
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

func leaveSandbox(ctx context.Context, w *walk) (string, error) {
	var answer struct{ Renderers, Boxed, Off int }
	if err := w.attack(ctx, "sandbox", map[string]any{}, &answer); err != nil {
		return "", err
	}
	if answer.Renderers > 0 && answer.Boxed == answer.Renderers && answer.Off == 0 {
		return "every renderer is inside", nil
	}
	return fmt.Sprintf("%d of %d renderers are inside, %d processes without a sandbox", answer.Boxed, answer.Renderers, answer.Off), nil
}

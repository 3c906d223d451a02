// Command bump is for a maintainer: it moves the pinned Playwright MCP to another
// version. It fetches and hashes the three packages, wants the browser that they
// are made for to be the pinned one, asks the new upstream inside the walls what it
// answers, shows what changed in its tools, and only then writes
// binaries.lock.json and upstream.record.json.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/gofrs/flock"

	"connector-browser/launcher/sandbox"
)

func main() {
	sandbox.Stage2() // returns at once unless this process is the inside of the walls

	version := flag.String("mcp", "", "the version of npm:"+server+" to pin")
	dry := flag.Bool("dry-run", false, "write nothing")
	asJSON := flag.Bool("json", false, "print one JSON object, and write nothing")
	flag.Parse()
	if flag.NArg() > 0 || *version == "" {
		fail(2, fmt.Errorf("name the version, as in: go run ./pins/bump --mcp 1.2.3"))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report, err := inCache(func(bin string) (*report, error) {
		root, err := moduleRoot(ctx)
		if err != nil {
			return nil, err
		}
		return bump(ctx, options{version: *version, root: root, bin: bin, dry: *dry || *asJSON, note: func(s string) { fmt.Fprintln(os.Stderr, "bump:", s) }})
	})
	if err != nil {
		fail(1, err)
	}
	if *asJSON {
		err = json.NewEncoder(os.Stdout).Encode(report)
	} else {
		_, err = fmt.Print(report.text())
	}
	if err != nil {
		fail(1, err)
	}
}

func fail(code int, err error) {
	fmt.Fprintln(os.Stderr, "bump:", err)
	os.Exit(code)
}

// inCache works in a folder of its own below the user's cache, which keeps Node.js
// and a browser for the next time. One bump at a time has it.
func inCache(work func(bin string) (*report, error)) (*report, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	cache = filepath.Join(cache, "connector-browser-bump")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return nil, err
	}
	held := flock.New(filepath.Join(cache, "lock"), flock.SetPermissions(0o600))
	if free, err := held.TryLock(); err != nil || !free {
		return nil, fmt.Errorf("another bump is at work in %s; wait for its end", cache)
	}
	defer held.Unlock()
	return work(filepath.Join(cache, "bin"))
}

// moduleRoot is the checkout that the command was started in.
func moduleRoot(ctx context.Context) (string, error) {
	found, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Path}} {{.Dir}}").Output()
	name, dir, ok := strings.Cut(strings.TrimSpace(string(found)), " ")
	if err != nil || !ok || name != "connector-browser" {
		return "", fmt.Errorf("start it in a checkout of connector-browser")
	}
	return dir, nil
}

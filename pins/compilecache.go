package pins

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// insideUser is the user id that the child sees inside the walls on Linux.
// Node.js puts the id that it sees into the name of its cache folder.
const insideUser = 1000

// fillTime bounds the run that fills the cache.
const fillTime = 60 * time.Second

// cacheEnv makes Node.js use a compile cache. Portable keeps it valid when bin/
// is moved or mounted elsewhere.
func cacheEnv(folder string) []string {
	return []string{"NODE_COMPILE_CACHE=" + folder, "NODE_COMPILE_CACHE_PORTABLE=1"}
}

// fillCache fills the compile cache of a build that is in place, with nothing of
// the caller's environment and a home that is thrown away. First the pinned script
// runs as a server, so that what a session needs is cached; then once for its
// version, which caches what is left. The answer must be the pinned version
// (CB-006).
func fillCache(ctx context.Context, node, script, version, folder, scratch string) error {
	ctx, cancel := context.WithTimeout(ctx, fillTime)
	defer cancel()
	home := filepath.Join(scratch, "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		return diskError(err, "filling", "the compile cache")
	}
	run := func(cmd *exec.Cmd) error {
		var errs bytes.Buffer
		cmd.Dir = home
		cmd.Env = append([]string{"HOME=" + home, "TMPDIR=" + home, "PATH=/usr/bin:/bin", "LANG=C.UTF-8"}, cmd.Env...)
		cmd.Stderr = &limitedBuffer{buf: &errs, left: 4096}
		cmd.WaitDelay = 2 * time.Second
		err := runWithUs(cmd)
		if ctx.Err() != nil {
			return fmt.Errorf("the pinned Node.js gave no answer within %v: %w", fillTime, context.Cause(ctx))
		}
		if err != nil {
			return fmt.Errorf("the pinned Node.js does not run on this machine: %w%s", err, firstLine(errs.String()))
		}
		return nil
	}
	if err := exercise(exec.CommandContext(ctx, node, "-e", fillScript, script, folder,
		"--headless", "--isolated", "--executable-path", filepath.Join(home, "no-browser"), "--output-dir", home), run); err != nil {
		return err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, node, script, "--version")
	cmd.Env = cacheEnv(folder)
	cmd.Stdout = &limitedBuffer{buf: &out, left: 4096}
	if err := run(cmd); err != nil {
		return err
	}
	if got := strings.Fields(out.String()); len(got) == 0 || got[len(got)-1] != version {
		return fmt.Errorf("the unpacked server does not call itself version %s", version)
	}
	return settleCache(folder)
}

// settleCache gives the cache the modes of every tree and the name under which
// the child looks for it.
func settleCache(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return diskError(err, "filling", "the compile cache")
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		k := file
		if d.IsDir() {
			k = dir
		}
		return os.Chmod(path, os.FileMode(itemMode(k, false)))
	})
	if err != nil {
		return diskError(err, "filling", "the compile cache")
	}
	if runtime.GOOS != "linux" {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return diskError(err, "filling", "the compile cache")
	}
	for _, e := range entries {
		name := uidSuffix.ReplaceAllString(e.Name(), "-"+strconv.Itoa(insideUser))
		if name == e.Name() {
			continue
		}
		if err := os.Rename(filepath.Join(folder, e.Name()), filepath.Join(folder, name)); err != nil {
			return diskError(err, "filling", "the compile cache")
		}
	}
	return nil
}

// uidSuffix ends the name of a cache folder, after version, processor and a tag.
var uidSuffix = regexp.MustCompile(`-[0-9]+$`)

// cacheDigest is the digest of everything in the compile cache.
func cacheDigest(ctx context.Context, folder string) (string, error) {
	m, err := scanTree(ctx, folder, func(string) bool { return true })
	return m.digest(), err
}

// compileCache compares the compile cache with installed.json.
func (c *check) compileCache(ctx context.Context) error {
	folder := filepath.Join(c.bin, cacheDir)
	digest, err := cacheDigest(ctx, folder)
	if errors.Is(err, os.ErrNotExist) {
		return &alteredError{folder, "was removed"}
	}
	if err != nil {
		return err
	}
	if digest != c.record.CompileCache {
		return &alteredError{folder, "changed"}
	}
	return nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if line == "" {
		return ""
	}
	return fmt.Sprintf(" (%.200s)", strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, line))
}

package pins

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// place puts the unpacked trees where they belong. installed.json goes first
// and comes last: whatever ends this in between, nothing passes Check (CB-012).
func (i *installation) place(ctx context.Context, fresh []*unpacked, c *candidate) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if err := os.Remove(filepath.Join(i.Dir, installedFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return diskError(err, "removing", installedFile)
	}
	for n, t := range fresh {
		if err := i.swap(t, filepath.Join(i.scratch, fmt.Sprintf("old-%d", n))); err != nil {
			return err
		}
		i.record.Trees = append(i.record.Trees, installedTree{
			Program: t.program.Name, Version: t.program.Version, Destination: t.Destination,
			Archive: t.Name(), SHA256: t.SHA256, Manifest: t.manifest.digest(),
		})
	}
	if c.adopted != nil {
		if err := i.writeManifest(adoptedName, c.files); err != nil {
			return err
		}
	}
	if err := i.removeStrays(); err != nil {
		return err
	}
	if err := i.fillCache(ctx); err != nil {
		return err
	}
	if err := syncTree(i.Dir); err != nil {
		return diskError(err, "keeping", "what was unpacked")
	}
	data, err := json.MarshalIndent(i.record, "", "  ")
	if err != nil {
		return err
	}
	return diskError(writeWhole(filepath.Join(i.Dir, installedFile), append(data, '\n')), "writing", installedFile)
}

// swap renames what is at a tree's destination out of the way and the tree in.
func (i *installation) swap(t *unpacked, aside string) error {
	at := filepath.Join(i.Dir, filepath.FromSlash(t.Destination))
	for parent := filepath.Dir(at); parent != filepath.Clean(i.Dir); parent = filepath.Dir(parent) {
		if info, err := os.Lstat(parent); err == nil && !info.IsDir() {
			if err := os.Remove(parent); err != nil {
				return diskError(err, "removing", parent)
			}
		}
	}
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return diskError(err, "making", filepath.Dir(at))
	}
	if err := os.Rename(at, aside); err != nil && !errors.Is(err, os.ErrNotExist) {
		return diskError(err, "replacing", at)
	}
	if err := os.Rename(t.folder, at); err != nil {
		return diskError(err, "replacing", at)
	}
	return i.writeManifest(t.Destination, t.manifest)
}

func (i *installation) writeManifest(destination string, m manifest) error {
	path := manifestPath(i.Dir, destination)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = writeWhole(path, m.encode())
	}
	return diskError(err, "writing", path)
}

// removeStrays removes what is in bin/ and belongs to no tree: the browser that
// was there before, or what somebody put beside it. It sets the mode of the
// folders between, which no manifest holds.
func (i *installation) removeStrays() error {
	var destinations []string
	for _, t := range i.record.Trees {
		destinations = append(destinations, t.Destination)
		for parent := filepath.Dir(t.Destination); parent != "."; parent = filepath.Dir(parent) {
			if err := os.Chmod(filepath.Join(i.Dir, parent), 0o755); err != nil {
				return diskError(err, "making", parent)
			}
		}
	}
	stray, _, err := strays(i.Dir, destinations)
	if err != nil {
		return err
	}
	for _, path := range stray {
		if err := os.RemoveAll(path); err != nil {
			return diskError(err, "removing", path)
		}
	}
	return nil
}

// fillCache fills the compile cache, or keeps the one that is there and right.
func (i *installation) fillCache(ctx context.Context) error {
	folder := filepath.Join(i.Dir, cacheDir)
	if i.before != nil && i.sameCode() {
		if digest, err := cacheDigest(ctx, folder); err == nil && digest == i.before.CompileCache {
			i.record.CompileCache = digest
			return nil
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		return diskError(err, "removing", folder)
	}
	if i.Platform != HostPlatform() { // nothing of it runs here
		if err := settleCache(folder); err != nil {
			return err
		}
	} else {
		i.Progress.Note("filling the compile cache")
		start := i.paths()
		if err := fillCache(ctx, start[nodejs], start[server], i.Lock.role(server).Version, folder, i.scratch); err != nil {
			return err
		}
	}
	var err error
	i.record.CompileCache, err = cacheDigest(ctx, folder)
	return err
}

// sameCode tells whether the server and Node.js come from the archives that
// they came from before.
func (i *installation) sameCode() bool {
	for _, t := range i.record.Trees {
		if p := i.Lock.Program(t.Program); p != nil && p.Role == browser {
			continue
		}
		old, _, err := i.before.tree(&part{destination: t.Destination, alternatives: []*Archive{{SHA256: t.SHA256}}})
		if err != nil || old.Manifest != t.Manifest {
			return false
		}
	}
	return true
}

// paths gives what each program starts, in its place.
func (i *installation) paths() map[Role]string {
	start := map[Role]string{}
	for _, t := range i.record.Trees {
		for _, a := range i.Lock.Program(t.Program).Archives {
			if a.SHA256 == t.SHA256 && a.Start != "" {
				start[a.program.Role] = filepath.Join(i.Dir, filepath.FromSlash(a.Destination), filepath.FromSlash(a.Start))
			}
		}
	}
	return start
}

package pins

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
)

// Check opens the build and waits until everything but the browser's content
// has been compared.
func Check(ctx context.Context, lock *Lock, platform Platform, bin string) (*Build, error) {
	b, err := Open(ctx, lock, platform, bin)
	if err != nil {
		return nil, err
	}
	return b, b.Checked(ctx)
}

// Open finds the build in bin/ and begins to compare it with the lock and with
// what was recorded when it was unpacked, as at each start (CB-016): every tree
// by names, kinds, sizes, modes and link targets; Node.js, the script, the
// compile cache and the browser by content. Nothing of the build may run before
// Checked says so, and the browser not before BrowserChecked does. Ctx ends the
// comparing.
//
// Other files whose content alone changes, at the same size, pass; and what
// changes after the check is not seen. Whoever can write to bin/ is the user.
func Open(ctx context.Context, lock *Lock, platform Platform, bin string) (*Build, error) {
	base, err := lock.base(platform)
	if err != nil {
		return nil, err
	}
	record, err := readRecord(bin)
	if err != nil {
		return nil, err
	}
	if record.Platform != platform {
		return nil, &NotInstalledError{fmt.Sprintf("bin/ holds a build for %s and this is %s", record.Platform, platform)}
	}
	c := &check{bin: bin, platform: platform, record: record, build: &Build{Dir: bin}}
	for _, p := range base {
		if err := c.program(p); err != nil {
			return nil, err
		}
	}
	if err := c.browser(lock); err != nil {
		return nil, err
	}
	if err := c.foreign(); err != nil {
		return nil, err
	}
	c.finishBuild()
	c.run(ctx)
	return c.build, nil
}

// check gathers what has to be compared before it compares it side by side.
type check struct {
	bin      string
	platform Platform
	record   *installedRecord
	build    *Build
	trees    []checkedTree
}

type checkedTree struct {
	folder     string
	manifest   manifest
	background bool // its content may be compared after Check has returned
	adopted    *adopted
}

// compare looks at everything but the content.
func (t *checkedTree) compare(ctx context.Context) error {
	if t.adopted == nil {
		return compareTree(ctx, t.folder, t.manifest)
	}
	got, err := t.adopted.scan(ctx, false)
	if err != nil {
		return err
	}
	return compareItems(t.folder, got, t.manifest)
}

// explain says of an adopted browser what there is to do.
func (t *checkedTree) explain(err error) error {
	if err == nil || t.adopted == nil {
		return err
	}
	return &adoptedChangedError{t.adopted.Path, err}
}

// program finds the trees of a program of the lock and their manifests. Where
// the lock knows a tree's digest or a file's sha256, these decide.
func (c *check) program(p *Program) error {
	for _, part := range p.parts(c.platform) {
		t, a, err := c.record.tree(part)
		if err != nil {
			return err
		}
		m, err := readManifest(c.bin, part.destination, t.Manifest)
		if err != nil {
			return err
		}
		if err := a.checkManifest(m); err != nil {
			return &NotInstalledError{fmt.Sprintf("what bin/ holds as %s is not what binaries.lock.json pins", part.destination)}
		}
		folder := filepath.Join(c.bin, filepath.FromSlash(part.destination))
		c.trees = append(c.trees, checkedTree{folder: folder, manifest: m, background: p.Role == browser})
		if a.Start != "" {
			c.starts(p, a, folder)
		}
	}
	return nil
}

// checkManifest compares a manifest with what the lock knows of the tree.
func (a *Archive) checkManifest(m manifest) error {
	if a.Tree != "" && m.digest() != a.Tree {
		return fmt.Errorf("%s unpacks to a tree with the digest %s where binaries.lock.json says %s", a.Name(), m.digest(), a.Tree)
	}
	known := map[string]string{}
	for _, i := range m.content() {
		known[i.name] = i.sha256
	}
	for name, sum := range a.Content {
		if known[name] == "" || sum != "" && known[name] != sum {
			return fmt.Errorf("%s holds another %s than binaries.lock.json says", a.Name(), name)
		}
	}
	return nil
}

// starts puts the file that a program starts with into the build.
func (c *check) starts(p *Program, a *Archive, folder string) {
	path := filepath.Join(folder, filepath.FromSlash(a.Start))
	switch p.Role {
	case server:
		c.build.Script = path
	case nodejs:
		c.build.Node = path
	case browser:
		c.build.Browser, c.build.BrowserName = path, p.Name
		for name, value := range a.Env {
			c.build.Env = append(c.build.Env, name+"="+filepath.Join(folder, filepath.FromSlash(value)))
		}
		slices.Sort(c.build.Env)
	}
}

// browser finds the browser that was chosen.
func (c *check) browser(lock *Lock) error {
	if c.record.Adopted != nil {
		return c.adopted(c.record.Adopted)
	}
	p := lock.Program(c.record.Browser)
	if p == nil || p.Role != browser || len(p.parts(c.platform)) == 0 {
		return &NotInstalledError{"bin/ holds a browser that binaries.lock.json does not name for " + string(c.platform)}
	}
	return c.program(p)
}

// run compares everything, side by side. The first difference ends the rest.
func (c *check) run(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	first := &firstError{stop: cancel}
	var now sync.WaitGroup
	for _, t := range c.trees {
		if !t.background {
			now.Go(func() { first.note(t.explain(compareContent(ctx, t.folder, t.manifest))) })
		}
	}
	now.Go(func() { first.note(c.compileCache(ctx)) })
	now.Go(func() {
		for _, t := range c.trees {
			first.note(t.explain(t.compare(ctx)))
		}
	})
	c.build.checked = settled(func() error {
		now.Wait()
		return first.get()
	})
	// The browser waits for its turn: on two processors its content would keep
	// Node.js from being compared, and the walls from being built.
	c.build.browserChecked = settled(func() error {
		defer cancel()
		now.Wait()
		for _, t := range c.trees {
			if t.background && first.get() == nil {
				first.note(t.explain(compareContent(ctx, t.folder, t.manifest)))
			}
		}
		return first.get()
	})
}

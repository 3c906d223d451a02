package pins

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Check compares what lies in bin/ with the lock and with what was recorded
// when it was unpacked, as at each start (CB-016): every tree by names, kinds,
// sizes, modes and link targets; Node.js, the script and the compile cache by
// content. The browser's content is hashed meanwhile and goes on after Check
// has returned: BrowserChecked waits for it. Ctx ends that too.
//
// Other files whose content alone changes, at the same size, pass; and what
// changes after the check is not seen. Whoever can write to bin/ is the user.
func Check(ctx context.Context, lock *Lock, platform Platform, bin string) (*Build, error) {
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
	return c.run(ctx)
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
			return &alteredError{manifestPath(c.bin, part.destination), "changed its content"}
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

// run compares everything, side by side.
func (c *check) run(ctx context.Context) (*Build, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	var now, later sync.WaitGroup
	fail := func(err error) {
		if err != nil {
			cancel(err)
		}
	}
	c.build.checked = make(chan struct{})
	for _, t := range c.trees {
		wg := &now
		if t.background {
			wg = &later
		}
		wg.Go(func() { fail(t.explain(compareContent(ctx, t.folder, t.manifest))) })
	}
	now.Go(func() { fail(c.compileCache(ctx)) })
	now.Go(func() {
		for _, t := range c.trees {
			fail(t.explain(t.compare(ctx)))
		}
	})
	go func() {
		later.Wait()
		now.Wait()
		c.build.failed = context.Cause(ctx)
		cancel(nil)
		close(c.build.checked)
	}()
	now.Wait()
	if err := context.Cause(ctx); err != nil {
		<-c.build.checked
		return nil, err
	}
	return c.build, nil
}

// foreign refuses what lies between the trees: Node.js would find a module
// there.
func (c *check) foreign() error {
	stray, between, err := strays(c.bin, c.destinations())
	if err != nil {
		return err
	}
	if len(stray) > 0 {
		return &alteredError{stray[0], "was added"}
	}
	modes := map[string]uint32{c.bin: 0o700}
	for _, path := range between {
		modes[path] = itemMode(dir, false)
	}
	for path, mode := range modes {
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		if got := unixMode(info.Mode()); !info.IsDir() || got != mode {
			return &alteredError{path, fmt.Sprintf("got the mode %04o where %04o was", got, mode)}
		}
	}
	return nil
}

func (c *check) destinations() []string {
	var list []string
	for _, t := range c.record.Trees {
		list = append(list, t.Destination)
	}
	return list
}

// strays are the paths in bin/ that belong to no tree and are none of ours.
// Between are the folders that lead to a tree and are in none. What a killed
// installation left behind is in nobody's way.
func strays(bin string, destinations []string) (stray, between []string, err error) {
	var look func(rel string) error
	look = func(rel string) error {
		entries, err := os.ReadDir(filepath.Join(bin, filepath.FromSlash(rel)))
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := strings.TrimPrefix(rel+"/"+e.Name(), "/")
			above := func(d string) bool { return strings.HasPrefix(d, name+"/") }
			switch {
			case rel == "" && (slices.Contains(reservedNames, name) || strings.HasPrefix(name, unpackPrefix)):
			case slices.Contains(destinations, name):
			case slices.ContainsFunc(destinations, above) && e.IsDir():
				if err := look(name); err != nil {
					return err
				}
				between = append(between, filepath.Join(bin, filepath.FromSlash(name)))
			default:
				stray = append(stray, filepath.Join(bin, filepath.FromSlash(name)))
			}
		}
		return nil
	}
	err = look("")
	return stray, between, err
}

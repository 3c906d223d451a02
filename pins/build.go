package pins

import (
	"context"
	"path/filepath"
)

// Build is a pinned build that Check found as it was installed. All paths are
// absolute.
type Build struct {
	Dir         string // bin/
	Node        string // the Node.js executable
	Script      string // the MCP server's cli.js
	Browser     string // the browser's executable
	BrowserName string // its name in the lock; "adopted" for one of the machine's own
	// Env is what the child needs in its environment beside what every child
	// gets: the browser's libraries and fonts, and the compile cache.
	Env []string
	// CompileCache is the filled NODE_COMPILE_CACHE; it stays read-only.
	CompileCache string
	// ReadOnly is every file and folder that the child must be able to see. They
	// must not be writable for it: a browser that makes a file beside itself
	// would fail its next start check.
	ReadOnly []string

	checked, browserChecked *verdict
}

// verdict is the outcome of a comparison that may still be going on.
type verdict struct {
	done chan struct{}
	err  error
}

// settled runs a comparison and holds what it comes to.
func settled(compare func() error) *verdict {
	v := &verdict{done: make(chan struct{})}
	go func() {
		v.err = compare()
		close(v.done)
	}()
	return v
}

func (v *verdict) wait(ctx context.Context) error {
	select {
	case <-v.done:
		return v.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Checked waits until everything but the browser's content has been compared,
// and says how that ended. Nothing of the build may run before.
func (b *Build) Checked(ctx context.Context) error { return b.checked.wait(ctx) }

// BrowserChecked waits until the browser's content has been compared, and says
// how that ended. The browser must not run before.
func (b *Build) BrowserChecked(ctx context.Context) error { return b.browserChecked.wait(ctx) }

// finishBuild fills in what does not depend on one program alone.
func (c *check) finishBuild() {
	b := c.build
	b.CompileCache = filepath.Join(c.bin, cacheDir)
	b.Env = append(b.Env, cacheEnv(b.CompileCache)...)
	seen := map[string]bool{}
	for _, t := range c.trees {
		top := t.folder
		if t.adopted != nil && t.adopted.Alone {
			top = t.adopted.Path
		} else if rel, err := filepath.Rel(c.bin, t.folder); err == nil && filepath.IsLocal(rel) {
			for filepath.Dir(rel) != "." {
				rel = filepath.Dir(rel)
			}
			top = filepath.Join(c.bin, rel)
		}
		if !seen[top] {
			seen[top] = true
			b.ReadOnly = append(b.ReadOnly, top)
		}
	}
	b.ReadOnly = append(b.ReadOnly, b.CompileCache)
}

package pins

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
)

// try installs the build with one candidate for the browser.
func (i *installation) try(ctx context.Context, c *candidate) error {
	if c.absent != nil {
		return c.absent
	}
	programs, err := i.Lock.base(i.Platform)
	if err != nil {
		return err
	}
	var base, browsers []*part
	for _, p := range programs {
		base = append(base, p.parts(i.Platform)...)
	}
	if c.program != nil {
		browsers = c.program.parts(i.Platform)
	}
	base, browsers = i.keepIntact(ctx, base), i.keepIntact(ctx, browsers)
	got, err := i.fetchAll(ctx, base, browsers)
	if err != nil {
		return err
	}
	defer closeAll(got)
	fresh, err := i.unpackAll(ctx, got)
	if err != nil {
		return err
	}
	if err := i.checkLibraries(c, fresh); err != nil {
		return err
	}
	i.record.Adopted = c.adopted
	if c.program != nil {
		i.record.Browser = c.program.Name
	}
	return i.place(ctx, fresh, c)
}

// keepIntact takes the trees that are in place already, with their content as
// it was, out of what has to be fetched.
func (i *installation) keepIntact(ctx context.Context, parts []*part) []*part {
	var rest []*part
	for _, p := range parts {
		if t := i.intact(ctx, p); t != nil {
			i.record.Trees = append(i.record.Trees, *t)
		} else {
			rest = append(rest, p)
		}
	}
	return rest
}

func (i *installation) intact(ctx context.Context, p *part) *installedTree {
	if i.before == nil {
		return nil
	}
	t, a, err := i.before.tree(p)
	if err != nil {
		return nil
	}
	m, err := readManifest(i.Dir, p.destination, t.Manifest)
	folder := filepath.Join(i.Dir, filepath.FromSlash(p.destination))
	if err != nil || a.checkManifest(m) != nil || compareTree(ctx, folder, m) != nil || compareContent(ctx, folder, m) != nil {
		return nil
	}
	return t
}

// fetchAll brings the archives, the browser's beside the others. That the
// browser's host cannot be reached does not stop the others' downloads: they
// are needed for the next candidate too.
func (i *installation) fetchAll(ctx context.Context, base, browsers []*part) ([]*fetched, error) {
	if i.fetch.from != nil {
		return i.copyAll(ctx, base, browsers)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var browserGot []*fetched
	var browserErr error
	wg.Go(func() {
		browserGot, browserErr = i.fetch.all(ctx, browsers)
		if browserErr != nil && !passable(browserErr) {
			cancel(browserErr)
		}
	})
	baseGot, err := i.fetch.all(ctx, base)
	if err != nil {
		cancel(err)
	}
	wg.Wait()
	if err == nil {
		err = browserErr
	} else if passable(err) {
		err = &baseUnreachableError{err}
	}
	got := append(baseGot, browserGot...)
	if err != nil {
		closeAll(got)
		return nil, err
	}
	return got, nil
}

// baseUnreachableError hides from passable that a host could not be reached:
// no other browser would change that.
type baseUnreachableError struct{ err error }

func (e *baseUnreachableError) Error() string { return e.err.Error() }

// copyAll takes the archives from the folder that --from names, once all of
// them are known to be there.
func (i *installation) copyAll(ctx context.Context, base, browsers []*part) ([]*fetched, error) {
	all := append(append([]*part(nil), base...), browsers...)
	have := i.fetch.absent(ctx, all)
	if err := i.fetch.from.missing(ctx, have); err != nil {
		var missing *missingError
		if errors.As(err, &missing) && i.fetch.from.missing(ctx, i.fetch.absent(ctx, base)) == nil {
			return nil, &browserMissingError{err}
		}
		return nil, err
	}
	return i.fetch.all(ctx, all)
}

// unpackAll checks what every archive would give before the first of them is
// unpacked, then unpacks them side by side.
func (i *installation) unpackAll(ctx context.Context, got []*fetched) ([]*unpacked, error) {
	if len(got) == 0 {
		return nil, nil
	}
	plans := make([]*plan, len(got))
	i.Progress.Note("unpacking")
	err := each(ctx, len(got), func(ctx context.Context, n int) (err error) {
		if err := got[n].makeSpool(i.scratch); err != nil {
			return err
		}
		plans[n], err = makePlan(ctx, got[n])
		return err
	})
	if err != nil {
		return nil, err
	}
	trees := make([]*unpacked, len(got))
	err = each(ctx, len(got), func(ctx context.Context, n int) error {
		a := got[n]
		folder := filepath.Join(i.scratch, "new", filepath.FromSlash(a.Destination))
		m, err := plans[n].unpack(ctx, a, folder)
		if err != nil {
			return err
		}
		if err := a.checkManifest(m); err != nil {
			return err
		}
		trees[n] = &unpacked{a.Archive, folder, m}
		return nil
	})
	return trees, err
}

// unpacked is a tree that waits to be put in its place.
type unpacked struct {
	*Archive
	folder   string
	manifest manifest
}

// checkLibraries looks, after unpacking, whether the browser's own needs are
// met, whatever the lock's list says.
func (i *installation) checkLibraries(c *candidate, fresh []*unpacked) error {
	if c.program == nil || !i.Platform.linux() || i.Platform != HostPlatform() {
		return nil
	}
	for _, t := range fresh {
		if t.program != c.program || t.Start == "" {
			continue
		}
		var extra []string
		if lib := t.Env["LD_LIBRARY_PATH"]; lib != "" {
			extra = append(extra, filepath.Join(t.folder, filepath.FromSlash(lib)))
		}
		missing, err := missingLibraries(filepath.Join(t.folder, filepath.FromSlash(t.Start)), extra)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if len(missing) > 0 {
			return &missingLibrariesError{c.name, missing, cure(missing, i.libraries())}
		}
	}
	return nil
}

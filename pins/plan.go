package pins

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"sort"
	"strings"
)

// kind is what an entry of a tree is. There are no others: everything else
// that an archive can hold is refused.
type kind string

const (
	dir  kind = "dir"
	file kind = "file"
	link kind = "link"
)

// maxEntries is more than any pinned archive has.
const maxEntries = 50_000

// entry is one thing that an archive holds.
type entry struct {
	name   string // slashes, below the destination
	kind   kind
	exec   bool   // mode 0755 rather than 0644
	size   int64  // of a file; -1 where only decompression tells
	target string // of a link
	inner  bool   // from a nested archive
}

// plan is what an archive would write, each name checked before anything is
// written (CB-009).
type plan struct {
	archive *Archive
	entries map[string]entry
	folded  map[string]string // foldName of each name → the name
}

// makePlan reads the archive once without writing.
func makePlan(ctx context.Context, a *fetched) (*plan, error) {
	p := &plan{archive: a.Archive, entries: map[string]entry{}, folded: map[string]string{}}
	count := 0
	err := a.walk(ctx, func(e entry, _ io.Reader) error {
		if count++; count > maxEntries {
			return &refusedEntryError{a.Name(), e.name, fmt.Sprintf("more than %d entries", maxEntries)}
		}
		return p.add(e)
	})
	if err != nil {
		return nil, err
	}
	for _, name := range a.Folders {
		if err := p.add(entry{name: name, kind: dir}); err != nil {
			return nil, err
		}
	}
	for _, f := range a.Files {
		delete(p.entries, f.Path)
		delete(p.folded, foldName(f.Path))
		if err := p.add(entry{name: f.Path, kind: file, size: int64(len(f.Text))}); err != nil {
			return nil, err
		}
	}
	return p, p.complete()
}

// add checks an entry against all that were seen before. Every entry is
// checked; those that the lock does not ask for are not kept.
func (p *plan) add(e entry) error {
	refuse := func(reason string) error { return &refusedEntryError{p.archive.Name(), e.name, reason} }
	if err := checkName(e.name); err != nil {
		return refuse(err.Error())
	}
	if e.kind == link {
		if err := checkTarget(e.name, e.target); err != nil {
			return refuse(err.Error())
		}
	}
	if _, twice := p.entries[e.name]; twice && (e.kind != dir || p.entries[e.name].kind != dir) {
		return refuse("a name given twice")
	}
	if other, clash := p.folded[foldName(e.name)]; clash && other != e.name {
		return refuse(fmt.Sprintf("a name that differs from %q in upper and lower case only", other))
	}
	for parent := path.Dir(e.name); parent != "."; parent = path.Dir(parent) {
		above, known := p.entries[parent]
		if known && above.kind != dir {
			return refuse("a name below something that is no folder")
		}
		if !known {
			if other, clash := p.folded[foldName(parent)]; clash && other != parent {
				return refuse(fmt.Sprintf("a name that differs from %q in upper and lower case only", other))
			}
			p.entries[parent] = entry{name: parent, kind: dir}
			p.folded[foldName(parent)] = parent
		}
	}
	p.entries[e.name] = e
	p.folded[foldName(e.name)] = e.name
	return nil
}

// complete drops what the lock does not ask for and says what is missing.
func (p *plan) complete() error {
	a := p.archive
	if a.Only != nil {
		kept := map[string]entry{}
		for name, e := range p.entries {
			if e.kind != dir && (e.inner || a.keeps(name)) || e.kind == dir && slices.Contains(a.Folders, name) {
				kept[name] = e
				for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
					kept[parent] = p.entries[parent]
				}
			}
		}
		p.entries = kept
	}
	need := append([]string(nil), a.Only...)
	for name := range a.Content {
		need = append(need, name)
	}
	sort.Strings(need)
	for _, name := range need {
		if p.entries[name].kind != file {
			return fmt.Errorf("%s is refused: it lacks %s; nothing was unpacked", a.Name(), name)
		}
	}
	for _, n := range a.Nested {
		if n.To != "." && p.entries[n.To].kind == "" {
			return fmt.Errorf("%s is refused: it lacks %s; nothing was unpacked", a.Name(), n.File)
		}
	}
	return nil
}

// keeps tells whether a file of the archive itself, or one that we write, is
// unpacked: all are where the lock lists none.
func (a *Archive) keeps(name string) bool {
	if a.Only == nil || slices.Contains(a.Only, name) {
		return true
	}
	for _, f := range a.Files {
		if f.Path == name {
			return true
		}
	}
	return false
}

// sorted gives the entries by name, folders before what they hold.
func (p *plan) sorted() []entry {
	list := make([]entry, 0, len(p.entries))
	for _, e := range p.entries {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return list
}

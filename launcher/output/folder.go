// Package output looks after the folder of a launch that the upstream writes
// into: snapshots, requests and the console go there past everything that looks
// at answers, so what must not leave is taken out of its files.
//
// The folder belongs to the child. It is entered by descriptors, no link is
// followed, and a file with a second name is left alone: it could be one that
// the launch needs.
package output

import (
	"os"
	"sync"

	"connector-browser/relay/withhold"
)

// Folder is the output folder of one launch. It is safe for concurrent use.
type Folder struct {
	root *os.Root
	set  *withhold.Set
	skip func(folder string) bool

	mu     sync.Mutex
	top    *listing
	watch  *watch
	still  bool            // the last look left nothing to do for the next one
	saving map[string]bool // the launch's own files, which nobody is told of
}

// New looks after the folder that root was opened on before a child could put
// another in its place. Folders of which skip says so, by their path in it, are
// left as they are.
func New(root *os.Root, set *withhold.Set, skip func(folder string) bool) *Folder {
	return &Folder{root: root, set: set, skip: skip, top: &listing{}, watch: newWatch()}
}

// Close ends the looking after; the root stays open.
func (f *Folder) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watch.close()
}

// Except leaves a file as it is until it is gone.
func (f *Folder) Except(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.saving == nil {
		f.saving = map[string]bool{}
	}
	f.saving[name] = true
}

// Gone ends what Except began.
func (f *Folder) Gone(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.saving, name)
	f.still = false
}

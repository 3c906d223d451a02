package pins

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"strings"
)

// unpack writes a planned archive into the empty folder at into and gives the
// list of what lies there. Everything goes through os.Root, so that even a name
// that passed every check cannot leave the folder.
func (p *plan) unpack(ctx context.Context, a *fetched, into string) (manifest, error) {
	if err := os.MkdirAll(into, 0o755); err != nil {
		return nil, diskError(err, "unpacking", a.Name())
	}
	root, err := os.OpenRoot(into)
	if err != nil {
		return nil, diskError(err, "unpacking", a.Name())
	}
	defer root.Close()
	if err := root.Chmod(".", 0o755); err != nil {
		return nil, diskError(err, "unpacking", a.Name())
	}
	u := &unpacking{plan: p, root: root, items: map[string]item{}}
	if err := u.folders(); err != nil {
		return nil, diskError(err, "unpacking", a.Name())
	}
	if err := a.walk(ctx, u.visit); err != nil {
		return nil, err
	}
	for _, f := range a.Files {
		e := p.entries[f.Path]
		if err := u.file(e, strings.NewReader(f.Text)); err != nil {
			return nil, err
		}
	}
	return u.manifest()
}

type unpacking struct {
	plan  *plan
	root  *os.Root
	items map[string]item
}

// folders makes all folders first: they are in the plan, whether or not the
// archive lists them.
func (u *unpacking) folders() error {
	for _, e := range u.plan.sorted() {
		if e.kind != dir {
			continue
		}
		if err := u.root.Mkdir(e.name, 0o755); err != nil {
			return err
		}
		if err := u.root.Chmod(e.name, 0o755); err != nil { // the umask has no say
			return err
		}
		u.items[e.name] = item{kind: dir, mode: itemMode(dir, false), name: e.name}
	}
	return nil
}

func (u *unpacking) visit(e entry, body io.Reader) error {
	planned, wanted := u.plan.entries[e.name]
	if !wanted || planned.kind != e.kind || planned.inner != e.inner {
		return nil
	}
	for _, f := range u.plan.archive.Files {
		if f.Path == e.name {
			return nil
		}
	}
	switch e.kind {
	case file:
		return u.file(e, body)
	case link:
		u.items[e.name] = item{kind: link, name: e.name, target: e.target}
		return diskError(u.root.Symlink(e.target, e.name), "unpacking", u.plan.archive.Name())
	}
	return nil
}

// file writes one file. Its content is hashed where the start check will
// compare it, and compared at once where the lock knows it.
func (u *unpacking) file(e entry, body io.Reader) error {
	a := u.plan.archive
	mode := itemMode(file, e.exec)
	f, err := u.root.OpenFile(e.name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, os.FileMode(mode))
	if err != nil {
		return diskError(err, "unpacking", a.Name())
	}
	defer f.Close()
	to := &fileWriter{file: f}
	if a.comparesContent(e) {
		to.sum = sha256.New()
	}
	size, err := io.CopyBuffer(to, struct{ io.Reader }{body}, make([]byte, 256<<10))
	if err == nil {
		err = diskError(f.Chmod(os.FileMode(mode)), "unpacking", a.Name())
	}
	if err == nil {
		err = diskError(f.Close(), "unpacking", a.Name())
	}
	if err != nil {
		if to.failed != nil {
			return diskError(to.failed, "unpacking", a.Name())
		}
		return err
	}
	if e.size >= 0 && size != e.size {
		return fmt.Errorf("%s has %d bytes where the archive says %d", e.name, size, e.size)
	}
	i := item{kind: file, mode: mode, size: size, name: e.name}
	if to.sum != nil {
		i.sha256 = hex.EncodeToString(to.sum.Sum(nil))
		if want := a.Content[e.name]; want != "" && want != i.sha256 {
			return fmt.Errorf("its %s has the sha256 %s where binaries.lock.json says %s", e.name, i.sha256, want)
		}
	}
	u.items[e.name] = i
	return nil
}

// comparesContent tells which files are compared by content at every start:
// those that the lock lists and, of a browser, everything executable.
func (a *Archive) comparesContent(e entry) bool {
	_, listed := a.Content[e.name]
	return listed || a.program.Role == browser && e.exec
}

// manifest lists what was written, and says what the plan had and the second
// reading of the archive did not give.
func (u *unpacking) manifest() (manifest, error) {
	var m manifest
	for _, e := range u.plan.sorted() {
		i, ok := u.items[e.name]
		if !ok {
			return nil, fmt.Errorf("%s changed while it was unpacked: %s is gone", u.plan.archive.Name(), path.Base(e.name))
		}
		m = append(m, i)
	}
	return m, nil
}

// fileWriter writes to a file and a hash, and remembers that it was the disk
// that failed rather than the archive.
type fileWriter struct {
	file   *os.File
	sum    hash.Hash
	failed error
}

func (w *fileWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	if err != nil {
		w.failed = err
		return n, err
	}
	if w.sum != nil {
		w.sum.Write(p)
	}
	return n, nil
}

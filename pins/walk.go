package pins

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/andybalholm/brotli"
)

// visit is called for each entry of an archive, in its order. The body of a
// file may be read until visit returns.
type visit func(e entry, body io.Reader) error

// walk reads the archive from its start and visits every entry, those of
// nested archives included. It refuses kinds and mode bits that no tree may
// have, cuts the leading folders off and bounds what decompression yields; the
// names are the visitor's to check.
func (a *fetched) walk(ctx context.Context, v visit) error {
	if _, err := a.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	w := &walker{ctx: ctx, archive: a.Archive, left: a.MaxUnpacked, visit: v}
	err := w.open(a)
	var refused *refusedEntryError
	switch {
	case err == nil, errors.As(err, &refused), isLocal(err):
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return fmt.Errorf("%s cannot be unpacked: %w", a.Name(), err)
}

type walker struct {
	ctx     context.Context
	archive *Archive
	left    int64 // bytes that decompression may still yield
	visit   visit
}

func (w *walker) open(a *fetched) error {
	switch a.format() {
	case "tgz":
		r, err := gzip.NewReader(bufio.NewReaderSize(a.file, 1<<20))
		if err != nil {
			return err
		}
		return w.tar(w.bounded(r), a.Strip, "", false)
	case "txz":
		r, err := a.unxz(w)
		if err != nil {
			return err
		}
		return w.tar(r, a.Strip, "", false)
	default:
		return w.zip(a)
	}
}

// nested visits what a nested file holds. Its own bytes count towards the
// bound like all others.
func (w *walker) nested(n Nested, body io.Reader) error {
	r := w.bounded(brotli.NewReader(body))
	if !strings.HasSuffix(n.File, ".tar.br") {
		return w.visit(entry{name: n.To, kind: file, exec: true, size: -1, inner: true}, r)
	}
	prefix := ""
	if n.To != "." {
		prefix = n.To + "/"
	}
	return w.tar(r, 0, prefix, true)
}

// entry brings one entry of the archive itself before the visitor.
func (w *walker) entry(e entry, mode fs.FileMode, strip int, prefix string, body io.Reader) error {
	refuse := func(reason string) error { return &refusedEntryError{w.archive.Name(), e.name, reason} }
	if mode&(fs.ModeSetuid|fs.ModeSetgid) != 0 {
		return refuse("a set-user-id or set-group-id bit")
	}
	e.exec = e.kind == file && mode&0o111 != 0
	name := e.name
	if e.kind == dir {
		name = strings.TrimSuffix(name, "/")
	}
	if err := checkName(name); err != nil { // before anything is cut off
		return refuse(err.Error())
	}
	for range strip {
		_, rest, deeper := strings.Cut(name, "/")
		if !deeper && e.kind == dir {
			return nil
		}
		if !deeper {
			return refuse("a name outside the archive's top folder")
		}
		name = rest
	}
	e.name = prefix + name
	for _, n := range w.archive.Nested {
		if n.File == e.name && e.kind == file && !e.inner {
			if err := w.visit(e, nil); err != nil {
				return err
			}
			return w.nested(n, body)
		}
	}
	return w.visit(e, body)
}

// errTooBig says that an archive is a bomb, or that the lock's bound is wrong.
var errTooBig = errors.New("it unpacks to more than binaries.lock.json allows")

// bounded counts what a decompressor yields and looks at the context.
func (w *walker) bounded(r io.Reader) io.Reader { return &boundedReader{w, r} }

type boundedReader struct {
	w *walker
	r io.Reader
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if err := b.w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p)
	if b.w.left -= int64(n); b.w.left < 0 {
		return 0, errTooBig
	}
	return n, err
}

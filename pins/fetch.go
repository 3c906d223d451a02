package pins

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
)

// fetcher brings archives into the folder archives/. Every file there without
// the ending .part has once had the right sha256; it is hashed again before it
// is used, for what lies on a disk may change (CB-008, CB-010).
type fetcher struct {
	dir      string // archives/
	client   *http.Client
	registry func() (string, error)
	progress Progress
	from     *folder // --from: nothing is downloaded
}

func newFetcher(ctx context.Context, o Options, dir string) (*fetcher, error) {
	f := &fetcher{dir: dir, progress: o.Progress, client: o.Client}
	if f.client == nil {
		f.client = defaultClient()
	}
	f.client = withRedirects(f.client)
	ask := o.Registry
	if ask == nil {
		ask = npmRegistry
	}
	f.registry = sync.OnceValues(func() (string, error) { return ask(ctx) })
	if o.From != "" {
		var err error
		if f.from, err = openFolder(o.From); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// fetched is an archive whose file is complete and has the right sha256. The
// file stays open, so that what was hashed is what is unpacked.
type fetched struct {
	*Archive
	file  *os.File
	spool *spool // of a .tar.xz
}

// part brings the first of the part's alternatives that can be had. An
// alternative is passed over only where its hosts cannot be reached: an answer
// with the wrong bytes ends the installation.
func (f *fetcher) part(ctx context.Context, p *part) (*fetched, error) {
	for _, a := range p.alternatives {
		if file, err := openVerified(ctx, filepath.Join(f.dir, a.Name()), a); err == nil {
			return &fetched{Archive: a, file: file}, nil
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if f.from != nil {
		return f.from.part(ctx, p, f.dir)
	}
	var first error
	for i, a := range p.alternatives {
		file, err := f.download(ctx, a)
		if err == nil {
			return &fetched{Archive: a, file: file}, nil
		}
		if first == nil {
			first = err
		}
		var unreachable *unreachableError
		if !errors.As(err, &unreachable) || ctx.Err() != nil {
			return nil, err
		}
		if i+1 < len(p.alternatives) {
			f.progress.Note(fmt.Sprintf("%v; taking %s, whose %s has the same sha256", unreachable, p.alternatives[i+1].expand(p.alternatives[i+1].Source), a.Start))
		}
	}
	return nil, first
}

// absent gives the parts that archives/ does not hold yet.
func (f *fetcher) absent(ctx context.Context, parts []*part) []*part {
	var list []*part
	for _, p := range parts {
		have := false
		for _, a := range p.alternatives {
			if file, err := openVerified(ctx, filepath.Join(f.dir, a.Name()), a); err == nil {
				file.Close()
				have = true
			}
		}
		if !have {
			list = append(list, p)
		}
	}
	return list
}

// all brings every part, side by side. The first failure stops the others;
// what they have stays for the next run (CB-012).
func (f *fetcher) all(ctx context.Context, parts []*part) ([]*fetched, error) {
	got := make([]*fetched, len(parts))
	err := each(ctx, len(parts), func(ctx context.Context, n int) (err error) {
		got[n], err = f.part(ctx, parts[n])
		return err
	})
	if err != nil {
		closeAll(got)
		return nil, err
	}
	return got, nil
}

func closeAll(list []*fetched) {
	for _, a := range list {
		if a != nil {
			a.file.Close()
			a.spool.close()
		}
	}
}

package trace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Follow is Read, and then goes on with what is written until ctx ends.
func Follow(ctx context.Context, dir string, f Filter, each func(Record) error) error {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	t := tail{dir: dir, filter: f}
	for {
		if err := t.read(each); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// tail is how far the trace has been read.
type tail struct {
	dir    string
	filter Filter
	name   string // of the day being read
	offset int64  // in it, of the first line that was not read
}

// read goes on to the end of what is there now.
func (t *tail) read(each func(Record) error) error {
	names, err := days(t.dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		switch {
		case name < t.name || filepath.Ext(name) == ".gz" && name == t.name+".gz":
			continue
		case filepath.Ext(name) == ".gz":
			if err := readDay(t.dir, name, t.filter, each); err != nil {
				return err
			}
			t.name, t.offset = name[:len(name)-len(".gz")], 0
			continue
		case name > t.name:
			t.name, t.offset = name, 0
		}
		if err := t.more(each); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// more reads the complete lines beyond the offset.
func (t *tail) more(each func(Record) error) error {
	file, err := openFile(t.dir, t.name)
	if err != nil {
		return err
	}
	defer file.Close()
	plain, ok := file.(*os.File)
	if !ok {
		return nil
	}
	rest, err := io.ReadAll(io.NewSectionReader(plain, t.offset, 64<<20))
	if err != nil {
		return err
	}
	for len(rest) > 0 {
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			return nil // not complete yet
		}
		r, _, err := unseal(rest[:n])
		rest, t.offset = rest[n+1:], t.offset+int64(n)+1
		if err != nil || !t.filter.Match(&r) {
			continue
		}
		if err := each(r); err != nil {
			return err
		}
	}
	return nil
}

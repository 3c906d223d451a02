package pins

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// alteredError says what in the build is not as it was installed.
type alteredError struct{ path, how string }

func (e *alteredError) Error() string {
	return fmt.Sprintf("%s %s since it was installed; run connector-browser install to put the pinned build back", e.path, e.how)
}

// scanTree lists what lies below a folder, without following links. A file's
// content is hashed where compare says so; nil hashes none.
func scanTree(ctx context.Context, folder string, compare func(name string) bool) (manifest, error) {
	var m manifest
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == folder {
			return nil
		}
		if len(m) >= maxEntries {
			return fmt.Errorf("%s holds more than %d files", folder, maxEntries)
		}
		rel, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		i, err := scanItem(path, filepath.ToSlash(rel), d)
		if err == nil && i.kind == file && compare != nil && compare(i.name) {
			i.sha256, err = hashFile(ctx, path)
		}
		m = append(m, i)
		return err
	})
	m.sort()
	return m, err
}

func scanItem(path, name string, d fs.DirEntry) (item, error) {
	info, err := d.Info()
	if err != nil {
		return item{}, err
	}
	i := item{name: name, mode: unixMode(info.Mode())}
	switch info.Mode().Type() {
	case 0:
		i.kind, i.size = file, info.Size()
	case fs.ModeDir:
		i.kind = dir
	case fs.ModeSymlink:
		i.kind, i.mode = link, 0
		i.target, err = os.Readlink(path)
	default:
		i.kind = "special file"
	}
	return i, err
}

// unixMode is the twelve bits that chmod sets.
func unixMode(m fs.FileMode) uint32 {
	mode := uint32(m.Perm())
	for bit, is := range map[uint32]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
		if m&is != 0 {
			mode |= bit
		}
	}
	return mode
}

// hashFile is the sha256 of a regular file's content.
func hashFile(ctx context.Context, path string) (string, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|oNoFollow|oNonBlock, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return hashReader(ctx, f)
}

// compareTree walks a tree and names the first path that differs from the
// manifest in name, kind, size, mode or link target (CB-016).
func compareTree(ctx context.Context, folder string, want manifest) error {
	got, err := scanTree(ctx, folder, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return &alteredError{folder, "was removed"}
	}
	if err != nil {
		return fmt.Errorf("the tree cannot be read: %w", err)
	}
	return compareItems(folder, got, want)
}

// compareItems names the first item that differs, content apart.
func compareItems(folder string, got, want manifest) error {
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	for len(got) > 0 || len(want) > 0 {
		switch {
		case len(want) == 0 || len(got) > 0 && got[0].name < want[0].name:
			return &alteredError{at(got[0].name), "was added"}
		case len(got) == 0 || want[0].name < got[0].name:
			return &alteredError{at(want[0].name), "was removed"}
		}
		if how := difference(got[0], want[0]); how != "" {
			return &alteredError{at(got[0].name), how}
		}
		got, want = got[1:], want[1:]
	}
	return nil
}

// difference says in what an item changed, content apart.
func difference(got, want item) string {
	switch {
	case got.kind != want.kind:
		return fmt.Sprintf("became a %s where a %s was", got.kind.word(), want.kind.word())
	case got.mode != want.mode:
		return fmt.Sprintf("got the mode %04o where %04o was", got.mode, want.mode)
	case got.size != want.size:
		return fmt.Sprintf("got %d bytes where %d were", got.size, want.size)
	case got.target != want.target:
		return "got another link target"
	}
	return ""
}

func (k kind) word() string {
	return strings.NewReplacer("dir", "folder").Replace(string(k))
}

// compareContent compares the files that the manifest gives a sha256 for.
func compareContent(ctx context.Context, folder string, want manifest) error {
	for _, i := range want.content() {
		path := filepath.Join(folder, filepath.FromSlash(i.name))
		sum, err := hashFile(ctx, path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return &alteredError{path, "was removed"}
		case err != nil:
			return err
		case sum != i.sha256:
			return &alteredError{path, "changed its content"}
		}
	}
	return nil
}

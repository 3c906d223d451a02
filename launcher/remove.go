package launcher

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// batch is how many entries of a folder are read at a time: a child may have
// made millions.
const batch = 512

// removeTree takes a folder away that a hostile child could fill. What it closed
// to others is opened first, links are never followed, and however deep it dug,
// no more than three folders are open at a time and each is looked at once:
// os.RemoveAll holds one open for each level, and runs out of descriptors.
func removeTree(path string) error {
	if err := os.Chmod(path, 0o700); err != nil { // the name is in a folder that the child does not see
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return err
	}
	defer root.Close()
	r := remover{root: root, unique: "lifted-" + rand.Text()}
	if err := r.clear("."); err != nil {
		return err
	}
	return os.Remove(path)
}

// removeAny removes what goes by a name, if anything does.
func removeAny(path string) error {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return removeTree(path)
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// remover empties a folder. Whatever lies deeper than one level is lifted to
// the top before its turn comes.
type remover struct {
	root   *os.Root
	unique string // begins the names of what is lifted; nobody can guess it
	lifted int
}

// clear empties the folder called name, which is the top or lies in it.
func (r *remover) clear(name string) error {
	if err := r.root.Chmod(name, 0o700); err != nil {
		return err
	}
	for {
		entries, err := r.read(name)
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, entry := range entries {
			if err := r.take(name, entry); err != nil {
				return err
			}
		}
	}
}

// read gives some of the entries, as they are when the folder is opened anew:
// a listing goes wrong while what it lists is taken away.
func (r *remover) read(name string) ([]fs.DirEntry, error) {
	folder, err := r.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(batch)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return entries, err
}

// take removes one entry of a folder, or lifts it.
func (r *remover) take(folder string, entry fs.DirEntry) error {
	name := filepath.Join(folder, entry.Name())
	switch {
	case !entry.IsDir():
		return r.root.Remove(name)
	case folder == ".":
		if err := r.clear(name); err != nil {
			return err
		}
		return r.root.Remove(name)
	case r.root.Remove(name) == nil: // it was empty
		return nil
	}
	if err := r.root.Chmod(name, 0o700); err != nil { // or it could not be moved
		return err
	}
	r.lifted++
	return r.root.Rename(name, fmt.Sprintf("%s-%d", r.unique, r.lifted))
}

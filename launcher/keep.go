package launcher

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// maxKept bounds how many files of one launch are kept.
const maxKept = 1000

// keep puts the regular files that the session wrote into the person's folder,
// readable by the person alone. It runs when nothing is left inside the walls.
// Links and everything else that is no file stay behind, and so do the copies
// of what was uploaded.
func keep(out *os.Root, folder string) (kept int, err error) {
	to, err := os.OpenRoot(folder)
	if err != nil {
		return 0, fmt.Errorf("the folder of files.keep cannot be opened: %w", err)
	}
	defer to.Close()
	err = fs.WalkDir(out.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasPrefix(name, "upload-"):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		case kept == maxKept:
			return fmt.Errorf("only the first %d files were kept", maxKept)
		}
		if err := keepFile(out, name, to); err != nil {
			return err
		}
		kept++
		return nil
	})
	return kept, err
}

// keepFile copies one file to a name that nothing has yet: a page chooses what
// a download is called, and overwrites nothing of the person's.
func keepFile(out *os.Root, name string, to *os.Root) error {
	from, err := out.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || !info.Mode().IsRegular() || stat.Nlink > 1 {
		return nil // a link to a file that goes by another name is not a file of its own
	}
	file, err := createNew(to, path.Base(name))
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

func createNew(folder *os.Root, name string) (*os.File, error) {
	name = strings.TrimLeft(name, ".") // a download is no hidden file
	if name == "" {
		name = "download"
	}
	ending := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ending)
	for n := 1; ; n++ {
		file, err := folder.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, fs.ErrExist) || n > 10*maxKept {
			return file, err
		}
		name = fmt.Sprintf("%s-%d%s", stem, n, ending)
	}
}

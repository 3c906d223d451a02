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
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/output"
	"connector-browser/relay/withhold"
	"connector-browser/secrets/safefile"
)

// What one launch may leave in the person's folder.
const (
	maxKept      = 1000    // files
	maxKeptBytes = 1 << 30 // of all of them: a file of a terabyte costs its writer nothing
	maxKeptDepth = 8       // folders below each other
	maxLookedAt  = 100_000 // entries of the output folder
)

// keep puts the regular files that the session wrote into the person's folder,
// readable by the person alone. It runs when nothing is left inside the walls.
// Links and everything else that is no file stay behind, and so do the copies
// of what was uploaded. What is withheld is withheld from what is kept as well.
// The error says how many files were left behind that should not have been.
func keep(out *os.Root, folder string, set *withhold.Set) (kept int, err error) {
	to, err := os.OpenRoot(folder)
	if err != nil {
		return 0, fmt.Errorf("%s, the folder of files.keep, cannot be opened: %w", folder, safefile.Reason(err))
	}
	defer to.Close()
	k := keeper{out: out, to: to, set: set, room: maxKeptBytes}
	k.folder(".", 0)
	if k.left > 0 {
		err = fmt.Errorf("%d were left behind, since they cannot be read or searched, or are more than %d files, %d MiB or %d folders deep: %w",
			k.left, maxKept, maxKeptBytes>>20, maxKeptDepth, k.why)
	}
	return k.kept, err
}

// keeper keeps the files of one launch.
type keeper struct {
	out, to            *os.Root
	set                *withhold.Set
	kept, looked, left int
	room               int64 // bytes
	why                error // the first that was left behind
}

var errBound = errors.New("out of bounds")

// folder keeps what is in one folder, a batch of entries at a time.
func (k *keeper) folder(name string, depth int) {
	folder, err := k.out.Open(name)
	if err != nil {
		k.leave(err)
		return
	}
	defer folder.Close()
	for {
		entries, err := folder.ReadDir(batch)
		for _, entry := range entries {
			if k.looked++; k.looked > maxLookedAt {
				k.leave(errBound)
				return
			}
			k.entry(path.Join(name, entry.Name()), entry, depth)
		}
		if err != nil { // the end, in most cases
			return
		}
	}
}

func (k *keeper) entry(name string, entry fs.DirEntry, depth int) {
	switch {
	case entry.IsDir() && broughtIn(name):
	case entry.IsDir() && depth == maxKeptDepth:
		k.leave(errBound)
	case entry.IsDir():
		k.folder(name, depth+1)
	case entry.Type().IsRegular():
		if err := k.file(name); err != nil {
			k.leave(err)
		}
	}
}

func (k *keeper) leave(err error) {
	k.left++
	if k.why == nil {
		k.why = err
	}
}

// file copies one file to a name that nothing has yet: a page chooses what a
// download is called, and overwrites nothing of the person's.
func (k *keeper) file(name string) error {
	from, err := k.out.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
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
	if k.kept == maxKept || info.Size() > k.room {
		return errBound
	}
	text, size, err := output.Filtered(from, k.set)
	if err != nil {
		return err
	}
	if size > k.room { // a label may be longer than what it stands for
		return errBound
	}
	file, err := createNew(k.to, safeName(path.Base(name)))
	if err != nil {
		return err
	}
	_, err = io.Copy(file, text)
	if err = errors.Join(err, file.Close()); err != nil { // a full disk
		return errors.Join(err, k.to.Remove(filepath.Base(file.Name())))
	}
	k.room -= size
	k.kept++
	return nil
}

// maxSafeName leaves room for a number within the 255 bytes of a file name.
const maxSafeName = 200

// safeName makes a name that a page chose one that does nothing where a person
// or a program of theirs meets it: no hidden file, no option of a command, no
// path of another system, no letters that turn the reading direction around or
// steer a terminal.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	name = strings.TrimLeft(name, ".-~ ")
	name = strings.TrimRight(name, ". ")
	if ending := filepath.Ext(name); len(name) > maxSafeName {
		if len(ending) > 20 {
			ending = ""
		}
		name = strings.ToValidUTF8(name[:maxSafeName-len(ending)], "") + ending
	}
	if name == "" {
		return "download"
	}
	return name
}

func createNew(folder *os.Root, name string) (*os.File, error) {
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

package launcher

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/output"
	"connector-browser/policy"
)

// uploadPrefix begins the names of the folders that copies are put into.
const uploadPrefix = "upload-"

// maxUpload bounds one file that is brought in, in bytes: the output folder is
// bounded as well, and older files are evicted from it (CB-097).
const maxUpload = 32 << 20

// uploads brings files of the person's into the launch. The upstream takes files
// only from its output folder and its working folder, so a copy is put there;
// the folders of the person's are opened as roots, so that no link in them leads
// out of what the policy names.
type uploads struct {
	directory *directory
	files     policy.Files
	written   *output.Folder
}

// broughtIn says whether a folder of the output folder is one of these.
func broughtIn(name string) bool {
	return !strings.Contains(name, "/") && strings.HasPrefix(name, uploadPrefix)
}

func (u *uploads) Bring(path string) (string, error) {
	if !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return "", errors.New("must be an absolute path")
	}
	if rel, err := filepath.Rel(u.directory.out(), path); err == nil && filepath.IsLocal(rel) {
		return u.again(rel)
	}
	for _, folder := range u.files.Read {
		rel, err := filepath.Rel(folder, path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		return u.copy(folder, rel)
	}
	if len(u.files.Read) == 0 {
		return "", errors.New("no folder may be uploaded from; the person who runs the connector names one in files.read of policy.toml")
	}
	return "", fmt.Errorf("files may come from %s alone (%s)", strings.Join(u.files.Read, ", "), u.files.ReadLine)
}

// copy brings one file in under its own name, which is what the page is told.
func (u *uploads) copy(folder, rel string) (inside string, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", errors.New("its folder cannot be opened")
	}
	defer root.Close()
	from, err := root.OpenFile(rel, os.O_RDONLY|unix.O_NONBLOCK, 0) // a FIFO would wait for its writer
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errors.New("no such file")
	case err != nil:
		return "", errors.New("the file cannot be opened, or a link in its path leads out of the folder")
	}
	defer from.Close()
	info, err := from.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular():
		return "", errors.New("not a regular file")
	case info.Size() > maxUpload:
		return "", fmt.Errorf("larger than %d MiB", maxUpload>>20)
	}
	return u.place(filepath.Base(rel), io.LimitReader(from, maxUpload))
}

// again brings a file of the session's own to a page: a copy, so that it stays
// what was searched, whatever is written in its place meanwhile.
func (u *uploads) again(rel string) (inside string, err error) {
	text, size, err := u.written.Open(rel)
	if err != nil {
		return "", err
	}
	defer text.Close()
	if size > maxUpload {
		return "", fmt.Errorf("larger than %d MiB", maxUpload>>20)
	}
	return u.place(filepath.Base(rel), text)
}

// place writes the copy into a folder of its own. The output folder belongs to
// the child, so it is entered by its descriptor, never by its path.
func (u *uploads) place(name string, from io.Reader) (string, error) {
	folder := uploadPrefix + strings.ToLower(rand.Text())
	out := u.directory.root
	if err := out.Mkdir(folder, 0o755); err != nil {
		return "", errors.New("it cannot be copied in")
	}
	to, err := out.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return "", errors.New("it cannot be copied in")
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		return "", errors.New("it cannot be copied in")
	}
	return filepath.Join(u.directory.out(), folder, name), nil
}

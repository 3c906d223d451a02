package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"connector-browser/secrets/safefile"
)

// Files are the two doors between the session and the person's folders. Paths
// are absolute, with every symbolic link resolved at launch.
type Files struct {
	Read []string // may be uploaded from; read-only inside the walls
	Keep string   // what the session wrote is moved here at the end; "" for nowhere

	ReadLine, KeepLine string
}

func (f *Files) read(t *table, dir string) error {
	list, line, given, err := t.takeStrings("read")
	if err != nil {
		return err
	}
	if given {
		f.ReadLine = place(FileName, line)
	}
	for i, path := range list {
		folder, why := realFolder(path, dir)
		switch {
		case why != "":
			return refuse(FileName, line, "files.read: %s %s", quote(path), why)
		case slices.Contains(list[:i], path) || slices.Contains(f.Read, folder):
			return refuse(FileName, line, "files.read names %s twice", quote(path))
		}
		f.Read = append(f.Read, folder)
	}

	value, line, ok := t.take("keep")
	if !ok {
		return nil
	}
	path, ok := value.(string)
	if !ok {
		return t.wrongType(line, "keep", "a string", value)
	}
	folder, why := realFolder(path, dir)
	if why != "" {
		return refuse(FileName, line, "files.keep: %s %s", quote(path), why)
	}
	f.Keep, f.KeepLine = folder, place(FileName, line)
	return nil
}

// realFolder resolves a folder and says what forbids it: it must exist, and
// neither lie in the connector's directory, where the secrets are, nor hold it.
func realFolder(path, dir string) (folder, why string) {
	if !filepath.IsAbs(path) {
		return "", "is not an absolute path"
	}
	folder, err := safefile.Resolve(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", "does not exist; make it first"
	}
	if err != nil {
		return "", "cannot be reached: " + err.Error()
	}
	info, err := os.Stat(folder)
	if err != nil || !info.IsDir() {
		return "", "is not a folder; name one"
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	switch {
	case folder == "/":
		return "", "is the whole machine; name a folder"
	case within(folder, "/proc"), within(folder, "/sys"), within(folder, "/dev"):
		return "", "holds no files of yours"
	case within(folder, dir):
		return "", "lies in the connector's own directory"
	case within(dir, folder):
		return "", "holds the connector's own directory; name a folder below it"
	}
	return folder, ""
}

// within says whether path is folder or lies below it. Both are clean.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

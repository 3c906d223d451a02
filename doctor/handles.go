package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"connector-browser/secrets/safefile"
)

// lookAtHandles looks at the files that hold a secret or decide about one: each
// a plain file, yours, closed to others; the folders of named secrets and of the
// trace too. None is opened (CB-041, SN-004).
func (d *Doctor) lookAtHandles(context.Context) Result {
	if d.dir == nil {
		return d.noDirectory()
	}
	in := func(name string) string { return filepath.Join(d.dir.Path(), name) }
	for _, folder := range []string{in("secrets"), in("trace")} {
		if err := safefile.CheckDir(folder, 0o077); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return failed(mendFolder(folder, "700"), "%s %v", folder, err)
		}
	}
	named, _ := filepath.Glob(in("secrets/*"))
	var fine []string
	for i, path := range append([]string{in(stateName), in("BROWSER_EXPORT")}, named...) {
		switch mend, err := handle(path); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			d.open = i < 2
			return failed(mend, "%s %v", path, err)
		default:
			fine = append(fine, filepath.Base(path))
		}
	}
	if fine == nil {
		return skipped("there are none yet; next: %s", auth)
	}
	return ok("closed to everybody but you: %s", strings.Join(fine, ", "))
}

const stateName = "BROWSER_STORAGE_STATE"

// handle says what is wrong with a handle, as the second half of a sentence,
// and what mends it.
func handle(path string) (mend string, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "ls -l " + quote(path), err
	}
	if !info.Mode().IsRegular() {
		return "mv " + quote(path) + " " + quote(path+".aside") + " && " + auth, errors.New("is not a plain file")
	}
	if err := safefile.Private(info, 0o177); err != nil {
		return mendMode(path, info, "600"), err
	}
	if hasACL(path) {
		return "setfacl -b " + quote(path), errors.New("has an access control list")
	}
	return "", nil
}

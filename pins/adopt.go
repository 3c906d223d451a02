package pins

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"connector-browser/secrets/safefile"
)

// adoptedName is the BrowserName of a browser that was on the machine already.
const adoptedName = "adopted"

// adopted is a browser of the machine's own that the user chose by its path.
// Its files are recorded by sha256 at that moment and compared at every start.
type adopted struct {
	Path     string `json:"path"`     // of the executable, links resolved
	Folder   string `json:"folder"`   // everything in it is recorded and visible to the child
	Alone    bool   `json:"alone"`    // the executable alone: its folder holds other programs
	Manifest string `json:"manifest"` // digest of the manifest
}

// sharedFolders hold programs that have nothing to do with each other.
var sharedFolders = []string{"/", "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt", "/usr/lib", "/usr/lib64", "/usr/games"}

// adopt looks at the browser at path and records its files.
func adopt(ctx context.Context, path string, platform Platform, libraries []Library) (*adopted, manifest, error) {
	real, err := safefile.Resolve(path)
	if err != nil {
		return nil, nil, fmt.Errorf("--browser names no file that can be read, %s: %w", path, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, nil, fmt.Errorf("--browser names no file that can be read, %s: %w", path, safefile.Reason(err))
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return nil, nil, fmt.Errorf("--browser must name an executable file, and %s is none", real)
	}
	if err := checkExecutable(path, real, platform); err != nil {
		return nil, nil, err
	}
	folder := filepath.Dir(real)
	for _, p := range []string{real, folder} {
		if info, err := os.Stat(p); err == nil && info.Mode().Perm()&0o002 != 0 {
			return nil, nil, fmt.Errorf("%s can be written by everybody; take that right away (chmod o-w) and adopt it again", p)
		}
	}
	if platform.linux() {
		missing, err := missingLibraries(real, nil)
		if err != nil {
			return nil, nil, err
		}
		if len(missing) > 0 {
			return nil, nil, &missingLibrariesError{filepath.Base(real), missing, cure(missing, libraries)}
		}
	}
	a := &adopted{Path: real, Folder: folder, Alone: slices.Contains(sharedFolders, folder)}
	m, err := a.scan(ctx, true)
	if err != nil {
		return nil, nil, fmt.Errorf("the browser at %s cannot be recorded: %w", real, err)
	}
	a.Manifest = m.digest()
	return a, m, nil
}

// scan lists the adopted browser's files, with their content where asked.
func (a *adopted) scan(ctx context.Context, content bool) (manifest, error) {
	if a.Alone {
		info, err := os.Lstat(a.Path)
		if err != nil {
			return nil, err
		}
		i := item{kind: file, mode: unixMode(info.Mode()), size: info.Size(), name: filepath.Base(a.Path)}
		if !info.Mode().IsRegular() {
			i.kind = "special file"
		} else if content {
			i.sha256, err = hashFile(ctx, a.Path)
		}
		return manifest{i}, err
	}
	m, err := scanTree(ctx, a.Folder, func(string) bool { return content })
	if err != nil {
		return nil, err
	}
	for _, i := range m {
		if checkName(i.name) != nil {
			return nil, errors.New("its folder holds a file whose name cannot be recorded")
		}
	}
	return m, nil
}

// adopted compares an adopted browser with its record.
func (c *check) adopted(a *adopted) error {
	want, err := readManifest(c.bin, adoptedName, a.Manifest)
	if err != nil {
		return err
	}
	c.build.Browser, c.build.BrowserName = a.Path, adoptedName
	c.trees = append(c.trees, checkedTree{folder: a.Folder, manifest: want, background: true, adopted: a})
	return nil
}

// adoptedChangedError says that the machine's own browser is not the one that
// was adopted, most often since the system updated it.
type adoptedChangedError struct {
	path string
	err  error
}

func (e *adoptedChangedError) Error() string {
	what := e.err.Error()
	var altered *alteredError
	if errors.As(e.err, &altered) {
		what = altered.path + " " + altered.how
	}
	return fmt.Sprintf("the adopted browser is not the one that was recorded (%s); if that was an update that you trust, run connector-browser install --browser %s", what, e.path)
}

func (e *adoptedChangedError) Unwrap() error { return e.err }

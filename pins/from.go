package pins

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"connector-browser/secrets/safefile"
)

// folder is the --from directory: archives that somebody brought, under
// whatever names. Nothing is downloaded; what is missing is an error.
type folder struct {
	path  string
	files []os.FileInfo // regular files only
}

func openFolder(path string) (*folder, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("--from must name a folder that can be read, and %s is none: %w", path, safefile.Reason(err))
	}
	f := &folder{path: path}
	for _, e := range entries {
		// a link in the folder is followed: the sha256 decides
		if info, err := os.Stat(filepath.Join(path, e.Name())); err == nil && info.Mode().IsRegular() {
			f.files = append(f.files, info)
		}
	}
	return f, nil
}

// missingError names what --from does not hold.
type missingError struct {
	folder   string
	archives []string
}

func (e *missingError) Error() string {
	return fmt.Sprintf("%s holds no file with the sha256 of %s; put it there under any name, or install without --from", e.folder, strings.Join(e.archives, ", nor of "))
}

// part copies the first alternative that the folder holds into archives/.
func (f *folder) part(ctx context.Context, p *part, archives string) (*fetched, error) {
	var names []string
	for _, a := range p.alternatives {
		file, err := f.find(ctx, a)
		if err != nil {
			return nil, err
		}
		if file != nil {
			kept, err := keep(ctx, file, filepath.Join(archives, a.Name()), a)
			file.Close()
			if err != nil {
				return nil, err
			}
			return &fetched{Archive: a, file: kept}, nil
		}
		names = append(names, a.Name()+" ("+a.SHA256+")")
	}
	return nil, &missingError{f.path, []string{strings.Join(names, " or ")}}
}

// has tells whether the folder has a file for each part, and names the parts
// that it has none for.
func (f *folder) missing(ctx context.Context, parts []*part) error {
	missing := &missingError{folder: f.path}
	for _, p := range parts {
		var names []string
		for _, a := range p.alternatives {
			file, err := f.find(ctx, a)
			if err != nil {
				return err
			}
			if file != nil {
				file.Close()
				names = nil
				break
			}
			names = append(names, a.Name()+" ("+a.SHA256+")")
		}
		if names != nil {
			missing.archives = append(missing.archives, strings.Join(names, " or "))
		}
	}
	if missing.archives == nil {
		return nil
	}
	return missing
}

// find looks for the archive by size, where that is known, and sha256.
func (f *folder) find(ctx context.Context, a *Archive) (*os.File, error) {
	for _, info := range f.files {
		if a.Size > 0 && info.Size() != a.Size || info.Size() > a.limit() {
			continue
		}
		file, err := os.Open(filepath.Join(f.path, info.Name()))
		if err != nil {
			return nil, fmt.Errorf("--from holds a file that cannot be read, %s: %w", info.Name(), safefile.Reason(err))
		}
		err = verifyOpen(ctx, file, a)
		if err == nil {
			return file, nil
		}
		file.Close()
		var wrong *wrongBytesError
		if !errors.As(err, &wrong) {
			return nil, err
		}
	}
	return nil, nil
}

// keep copies a verified file to its place below archives/ and verifies the
// copy.
func keep(ctx context.Context, from *os.File, name string, a *Archive) (*os.File, error) {
	to, err := os.OpenFile(name+".part", os.O_RDWR|os.O_CREATE|os.O_TRUNC|oNoFollow, 0o600)
	if err != nil {
		return nil, diskError(err, "keeping", a.Name())
	}
	if _, err = io.Copy(to, from); err == nil {
		err = to.Sync()
	}
	if closeErr := to.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		dropPartial(name)
		return nil, diskError(err, "keeping", a.Name())
	}
	file, err := openVerified(ctx, name+".part", a)
	if err != nil {
		dropPartial(name)
		return nil, err
	}
	if err := os.Rename(name+".part", name); err != nil {
		file.Close()
		return nil, diskError(err, "keeping", a.Name())
	}
	dropPartial(name)
	return file, nil
}

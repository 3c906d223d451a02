package pins

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// candidate is a browser that may be installed: one of the lock's, or one that
// is on the machine already.
type candidate struct {
	name    string
	program *Program
	adopted *adopted
	files   manifest // of the adopted browser
	absent  error    // the lock's list knows that this machine lacks libraries
}

// candidates are the browsers to try. One that was asked for is the only one.
func (i *installation) candidates(ctx context.Context) ([]*candidate, error) {
	if filepath.IsAbs(i.Browser) {
		a, files, err := adopt(ctx, i.Browser, i.Platform, i.libraries())
		if err != nil {
			return nil, err
		}
		return []*candidate{{name: adoptedName, adopted: a, files: files}}, nil
	}
	names := i.Lock.Browsers(i.Platform)
	if len(names) == 0 {
		return nil, fmt.Errorf("binaries.lock.json pins no browser for %s; name one on this machine with --browser PATH", i.Platform)
	}
	switch {
	case slices.Contains(names, i.Browser):
		names = []string{i.Browser}
	case i.Browser != "":
		return nil, fmt.Errorf("--browser takes the absolute path of a browser, or for %s one of %s", i.Platform, strings.Join(names, ", "))
	case i.before != nil && i.before.Adopted != nil:
		return i.adoptedBefore(ctx)
	case i.before != nil && slices.Contains(names, i.before.Browser):
		// a repair does not switch the browser
		names = slices.Insert(slices.DeleteFunc(names, func(n string) bool { return n == i.before.Browser }), 0, i.before.Browser)
	}
	var list []*candidate
	for _, name := range names {
		c := &candidate{name: name, program: i.Lock.Program(name)}
		if missing := absent(c.program.Libraries, i.Platform); len(missing) > 0 {
			c.absent = &missingLibrariesError{name, missing, cure(missing, c.program.Libraries)}
		}
		list = append(list, c)
	}
	return list, nil
}

// adoptedBefore keeps an adopted browser while the rest of bin/ is put right,
// provided that it is still the one that was recorded: only the person may say
// that another one is fine.
func (i *installation) adoptedBefore(ctx context.Context) ([]*candidate, error) {
	a, files, err := adopt(ctx, i.before.Adopted.Path, i.Platform, i.libraries())
	if err != nil {
		return nil, &adoptedChangedError{i.before.Adopted.Path, err}
	}
	if a.Manifest != i.before.Adopted.Manifest {
		return nil, &adoptedChangedError{a.Path, errors.New("its files differ")}
	}
	return []*candidate{{name: adoptedName, adopted: a, files: files}}, nil
}

// libraries are all that the lock knows of, for the name of a package.
func (i *installation) libraries() []Library {
	var list []Library
	for _, p := range i.Lock.programs {
		list = append(list, p.Libraries...)
	}
	return list
}

// passable tells whether a browser that nobody named may be passed over.
func passable(err error) bool {
	var libraries *missingLibrariesError
	var unreachable *unreachableError
	var missing *browserMissingError
	return errors.As(err, &libraries) || errors.As(err, &unreachable) || errors.As(err, &missing)
}

// passedOver says why, and what would change it.
func passedOver(name string, err error) string {
	then := fmt.Sprintf("run connector-browser install --browser %s", name)
	var libraries *missingLibrariesError
	var unreachable *unreachableError
	switch {
	case errors.As(err, &libraries) && libraries.cure != "":
		return fmt.Sprintf("passing over %s: this machine lacks %s; to have it, run `%s` and then `connector-browser install --browser %s`", name, strings.Join(libraries.names, ", "), libraries.cure, name)
	case errors.As(err, &libraries):
		return fmt.Sprintf("passing over %s: this machine lacks %s; to have it, install these and %s", name, strings.Join(libraries.names, ", "), then)
	case errors.As(err, &unreachable):
		return fmt.Sprintf("passing over %s: %v; to have it, let this machine reach %s and %s, or bring the archive with --from", name, unreachable, unreachable.host, then)
	default:
		return fmt.Sprintf("passing over %s: %v", name, err)
	}
}

// browserMissingError says that --from lacks a browser's archive.
type browserMissingError struct{ err error }

func (e *browserMissingError) Error() string { return e.err.Error() }
func (e *browserMissingError) Unwrap() error { return e.err }

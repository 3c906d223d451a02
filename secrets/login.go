package secrets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"connector-browser/secrets/safefile"
)

// The names of the two handles, and of the switch's one value.
const (
	stateName  = "BROWSER_STORAGE_STATE"
	exportName = "BROWSER_EXPORT"
	exportOn   = "on"
)

// ErrUnauthorized says that no auth has stored a login state yet (CB-055).
var ErrUnauthorized = errors.New("no login state is stored; run connector-browser auth")

// ErrExportOff says that a session wanted to save its login state, which no
// auth has allowed, or the last one has forbidden (CB-120).
var ErrExportOff = errors.New("the export of the login state is off; connector-browser auth turns it on")

// A Login is what one auth decides (CB-040): the login state, as its bytes
// came, and whether a session may save a new one over it.
type Login struct {
	State  []byte
	Export bool
}

// Login reads both handles as one pair, under the shared lock: the old pair or
// the new one, never a mixture of what an auth in progress replaces (CB-043).
// It refuses what Store would not have written, with a sentence that does not
// repeat it. ErrUnauthorized (errors.Is) says that there is no login state.
func (d *Dir) Login(ctx context.Context) (Login, error) {
	state, export, err := d.pair(ctx)
	switch {
	case errors.Is(err, safefile.ErrMissing):
		return Login{}, ErrUnauthorized
	case err != nil:
		return Login{}, err
	}
	if state, err = d.unseal(state); errors.Is(err, errNoKey) {
		return Login{}, fmt.Errorf("the stored login state %w", err)
	} else if err != nil {
		return Login{}, fmt.Errorf("the stored login state %w; or run connector-browser auth again", err)
	}
	if fault := stateFault(state); fault != nil {
		return Login{}, fmt.Errorf("the stored login state %w; run connector-browser auth again", fault)
	}
	return Login{State: state, Export: export}, nil
}

// Authorized tells whether an auth has stored a login state, without reading it
// or waiting for who holds the directory.
func (d *Dir) Authorized() bool {
	_, err := os.Lstat(filepath.Join(d.path, stateName))
	return err == nil
}

// pair reads under the lock and does nothing else there, so that readers in a
// row leave gaps for a writer.
func (d *Dir) pair(ctx context.Context) (state []byte, export bool, err error) {
	held, err := d.share(ctx)
	if err != nil {
		return nil, false, err
	}
	defer held.Release()
	if state, err = d.handle(stateName, sealedLimit(MaxState)); err != nil {
		return nil, false, err
	}
	export, err = d.export()
	return state, export, err
}

// export reads the switch; the caller holds the lock.
func (d *Dir) export() (bool, error) {
	data, err := d.handle(exportName, 64)
	switch {
	case errors.Is(err, safefile.ErrMissing):
		return false, nil
	case err != nil:
		return false, err
	case string(data) != exportOn:
		return false, fmt.Errorf("%s holds something other than %q; run connector-browser auth again", filepath.Join(d.path, exportName), exportOn)
	}
	return true, nil
}

// handle reads one handle: a plain file of this user, mode 0600 or less.
func (d *Dir) handle(name string, limit int64) ([]byte, error) {
	path := filepath.Join(d.path, name)
	data, info, err := safefile.Read(path, limit)
	if err == nil {
		err = safefile.Private(info, 0o177)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w; %s", path, err, cure(info, path, "run connector-browser auth again"))
	}
	return data, nil
}

// cure is what to do about a file that was refused: where only its mode is wrong,
// what it holds need not be lost. Info is nil for what could not be opened.
func cure(info fs.FileInfo, path, otherwise string) string {
	if info == nil {
		return otherwise
	}
	if uid, known := safefile.Owner(info); known && uid == os.Geteuid() {
		return "close it with: chmod 600 " + path
	}
	return otherwise
}

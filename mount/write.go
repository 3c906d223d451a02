package mount

import (
	"errors"
	"fmt"
	"io/fs"

	"connector-browser/mount/settings"
)

// A Change is what Write or Remove has done to a client's file.
type Change struct {
	File   string // links resolved
	Done   bool   // false: there was nothing to do
	Backup string // the file as it was, or as it now is again; "" for none
	Whole  bool   // Remove: the bytes from before are back, or the file that Write had made is gone
}

// ErrDifferent says that the client has another entry of our name.
var ErrDifferent = errors.New("add --replace to put this program's in its place, or give the other another name")

// Write puts the entry into the client's file (SN-001): a backup first, then
// the file as a whole, all else in it to the byte as it was. An entry that
// already starts this program is left as it is, with whatever the person or the client has
// added to it. One that differs is replaced only when asked for.
func (t Target) Write(replace bool) (Change, error) {
	f, err := openFile(t.File)
	if err != nil {
		return Change{}, err
	}
	change := Change{File: f.path}
	found, err := t.Client.format.Find(f.text, t.path()...)
	switch {
	case err != nil:
		return change, t.explain(f.path, err)
	case found != nil && settings.Holds(found.Value, t.Client.needs(t.table())):
		return change, nil
	case found != nil && !replace:
		return change, fmt.Errorf("%s:%d has an entry %q that is not what this would write: it starts %s; %w",
			f.path, found.Line, serverName, readServer(found.Value), ErrDifferent)
	}
	text, err := t.Client.format.Put(f.text, t.table(), t.path()...)
	if err != nil {
		return change, t.explain(f.path, err)
	}
	change.Backup, err = f.replaceKept(text, t.mode())
	change.Done = err == nil
	return change, err
}

// mode is that of a new file: a project's is for everybody who works on it.
func (t Target) mode() fs.FileMode {
	if t.Scope == Project {
		return 0o644
	}
	return 0o600
}

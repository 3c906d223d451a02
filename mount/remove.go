package mount

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"connector-browser/mount/settings"
	"connector-browser/secrets/safefile"
)

// ErrNotOurs says that the entry of our name starts something else (CB-053).
var ErrNotOurs = errors.New("which is not this program, so it is left alone; take it out by hand if it should go")

// Remove takes the entry out of the client's file. Where nobody has touched
// the file since Write, it becomes the backup's bytes again, or goes where
// there was none; else our entry alone is taken out.
func (t Target) Remove() (Change, error) {
	f, err := openFile(t.File)
	if err != nil {
		return Change{}, err
	}
	change := Change{File: f.path}
	found, err := t.Client.format.Find(f.text, t.path()...)
	if err != nil {
		return change, t.explain(f.path, err)
	}
	if found == nil {
		return change, nil
	}
	server := readServer(found.Value)
	switch conf := server.Env["CONFIG_LOCAL_DIR"]; {
	case server.named(t.entry.Program) && !server.runs():
		return change, fmt.Errorf("%s:%d has an entry %q that starts this program with other arguments than \"run\": somebody has edited it, so it is left alone; take it out by hand, or put ours in its place (%s)",
			f.path, found.Line, serverName, t.mountCommand(" --write --replace"))
	case server.ours(t.entry.Program) && t.elsewhere(conf):
		return change, fmt.Errorf("%s:%d has an entry %q for another configuration directory, so it is left alone; to take it out, set CONFIG_LOCAL_DIR to %s",
			f.path, found.Line, serverName, conf)
	case !server.ours(t.entry.Program):
		return change, fmt.Errorf("%s:%d has an entry %q that starts %s, %w", f.path, found.Line, serverName, server, ErrNotOurs)
	}
	all, err := f.backups()
	if err != nil {
		return change, err
	}
	backups, older := t.sort(all)
	change.Done = true
	kept, err := t.takeOut(f, &change, backups, t.Client.entry(server.entry()))
	if err != nil {
		return change, err
	}
	return change, t.clear(older, kept)
}

// elsewhere says whether an entry's configuration directory is another than the
// target's. One that is gone is nobody's.
func (t Target) elsewhere(conf string) bool {
	return conf != "" && filepath.Clean(conf) != t.entry.Conf && isDir(conf) && !sameFile(conf, t.entry.Conf)
}

// takeOut does it, and gives the texts that it leaves: the file's and those of
// the backups from before our entry.
func (t Target) takeOut(f *file, change *Change, backups []backup, written settings.Table) (kept [][]byte, err error) {
	for _, b := range backups {
		kept = append(kept, b.text)
	}
	if restored, ok := t.untouched(f, backups, written); ok {
		change.Whole = true
		if restored == nil {
			return kept, f.remove()
		}
		if err := f.replace(restored.text, t.mode()); err != nil {
			return nil, err
		}
		change.Backup = restored.path
		if err := os.Remove(restored.path); err != nil {
			return nil, fmt.Errorf("%s is as it was, but its backup %s cannot be removed: %w", f.path, restored.path, safefile.Reason(err))
		}
		return kept, nil
	}
	text, err := t.without(f, backups, written)
	if err != nil {
		return nil, t.explain(f.path, err)
	}
	if n := len(backups); n > 0 {
		change.Backup = backups[n-1].path
	}
	return append(kept, text), f.replace(text, t.mode())
}

// sort parts the backups from before our entry came, the newest last, from
// those that hold an older one of ours, which lead nowhere.
func (t Target) sort(all []backup) (before, older []backup) {
	for _, b := range all {
		found, err := t.Client.format.Find(b.text, t.path()...)
		switch {
		case err != nil:
		case found != nil && readServer(found.Value).ours(t.entry.Program):
			older = append(older, b)
		default:
			before = append(before, b)
		}
	}
	return before, older
}

// untouched finds the backup that the file was written from and gives it; ok
// without one where the file is what Write makes of nothing.
func (t Target) untouched(f *file, backups []backup, written settings.Table) (from *backup, ok bool) {
	for i := len(backups) - 1; i >= 0; i-- {
		if text, err := t.Client.format.Put(backups[i].text, written, t.path()...); err == nil && bytes.Equal(text, f.text) {
			return &backups[i], true
		}
	}
	text, err := t.Client.format.Put(nil, written, t.path()...)
	return nil, err == nil && bytes.Equal(text, f.text)
}

// without is the file less our entry: exactly what Write put in where that
// still stands as it was put, else what the parser says is the entry.
func (t Target) without(f *file, backups []backup, written settings.Table) ([]byte, error) {
	for i := len(backups) - 1; i >= 0; i-- {
		if text, ok := settings.Undo(t.Client.format, backups[i].text, f.text, written, t.path()...); ok {
			return text, nil
		}
	}
	return t.Client.format.Take(f.text, t.path()...)
}

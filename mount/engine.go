package mount

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
	"unicode/utf8"

	"connector-browser/secrets/safefile"
)

// An Entry is the connector's standalone entry in the engine's catalog
// (CB-050): what runs it, and for which configuration directory.
type Entry struct {
	Program string // absolute
	Conf    string // absolute; the catalog lies in it
}

// ErrForeign says that something else stands under this name. Even one that
// differs by a character is somebody's, and left alone (CB-053).
var ErrForeign = errors.New("is not what connector-browser mount writes for this program, so it is left alone; look at it, take it away by hand and try again")

const (
	entryName = "browser.json"
	entrySize = 64 << 10 // more than any entry of ours
)

// A record is the entry in the engine's words. Its fields' order is the
// file's.
type record struct {
	Name      string   `json:"name"`
	Transport string   `json:"transport"`
	Command   string   `json:"command"`
	Args      []string `json:"args"`
	Env       struct {
		ConfigLocalDir string `json:"CONFIG_LOCAL_DIR"`
	} `json:"env"`
}

// JSON is the file's exact content: the same bytes whenever it is asked for.
func (e Entry) JSON() ([]byte, error) {
	if !utf8.ValidString(e.Program) || !utf8.ValidString(e.Conf) {
		return nil, errors.New("a path is not UTF-8, and the engine's catalog cannot hold it; move the program or the configuration directory")
	}
	r := record{Name: "browser", Transport: "stdio", Command: e.Program, Args: []string{"run"}}
	r.Env.ConfigLocalDir = e.Conf
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(r)
	return b.Bytes(), err
}

// Path is the file.
func (e Entry) Path() string { return filepath.Join(e.catalog(), entryName) }

func (e Entry) catalog() string { return filepath.Join(e.Conf, "catalog") }

// Mount writes the entry, whole, and says whether that changed anything. It
// never replaces what it finds, nor what appears while it writes: the same
// bytes are what was wanted, and any other are ErrForeign.
func (e Entry) Mount() (changed bool, err error) {
	content, err := e.JSON()
	if err != nil {
		return false, err
	}
	if mounted, err := e.Mounted(); mounted || err != nil {
		return false, err
	}
	if err := safefile.MakeDir(e.catalog()); err != nil {
		return false, fmt.Errorf("%s %w", e.catalog(), err)
	}
	safefile.Sweep(e.catalog(), time.Hour, entryName)
	err = safefile.Create(e.catalog(), entryName, content)
	if errors.Is(err, fs.ErrExist) { // somebody was faster
		if mounted, err := e.Mounted(); mounted || err != nil {
			return false, err
		}
	}
	if err != nil {
		return false, fmt.Errorf("%s %w", e.Path(), err)
	}
	return true, nil
}

// Unmount removes the entry and nothing else, and says whether there was one
// (CB-051).
func (e Entry) Unmount() (changed bool, err error) {
	if mounted, err := e.Mounted(); !mounted || err != nil {
		return false, err
	}
	if err := safefile.Remove(e.catalog(), entryName, nil); err != nil {
		return false, fmt.Errorf("%s %w", e.Path(), err)
	}
	return true, nil
}

// Mounted says whether the catalog holds exactly this entry. Anything else
// under its name, a link to the right bytes included, is ErrForeign.
func (e Entry) Mounted() (bool, error) {
	want, err := e.JSON()
	if err != nil {
		return false, err
	}
	switch err := safefile.CheckDir(e.catalog(), 0o022); {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%s %w; it must be a directory of your own where only you may write", e.catalog(), err)
	}
	content, _, err := safefile.Read(e.Path(), entrySize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%s %w, so it %w", e.Path(), err, ErrForeign)
	case !bytes.Equal(content, want):
		return false, fmt.Errorf("%s %w", e.Path(), ErrForeign)
	}
	return true, nil
}

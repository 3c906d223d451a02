package pins

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Lock is binaries.lock.json, parsed and found sound. Its programs keep the
// order of the file, since that order decides which browser is taken where
// nobody names one.
type Lock struct {
	programs []*Program
}

// Role says what a program is for.
type Role string

const (
	server  Role = "server"  // the MCP server: the program that runtime runs
	nodejs  Role = "runtime" // Node.js
	browser Role = "browser" // one of several; exactly one is installed
)

// Program is one pinned program of the lock.
type Program struct {
	Name    string `json:"-"` // its key in the lock
	Role    Role   `json:"role"`
	Version string `json:"version"`
	// Archives holds, for each platform, everything that the program consists
	// of. Archives with the same platform and destination are alternatives: the
	// first that can be had is taken.
	Archives []*Archive `json:"archives"`
	// Libraries are the shared libraries that the program needs from a Linux
	// system, so that a missing one is known before the download.
	Libraries []Library `json:"libraries,omitempty"`
}

// Archive is one file to fetch and how it is unpacked. Paths are relative to
// the destination and use slashes.
type Archive struct {
	Platform Platform `json:"platform"`
	// Source is "npm:NAME@VERSION" or an https URL; Mirrors are further URLs of
	// the same bytes. Both may use {version} and {file} (CB-002).
	Source  string   `json:"source"`
	Mirrors []string `json:"mirrors,omitempty"`
	File    string   `json:"file,omitempty"`
	SHA256  string   `json:"sha256"`
	// Size is the archive's size in bytes where it is known; MaxSize bounds the
	// download where it is not. MaxUnpacked bounds what decompression yields.
	Size        int64 `json:"size,omitempty"`
	MaxSize     int64 `json:"max_size,omitempty"`
	MaxUnpacked int64 `json:"max_unpacked"`

	Destination string `json:"destination"` // below bin/
	// Strip is the number of leading folders that are cut off each name.
	Strip int `json:"strip,omitempty"`
	// Only, where given, lists the files that are unpacked; all names of the
	// archive are checked in any case.
	Only   []string `json:"only,omitempty"`
	Nested []Nested `json:"nested,omitempty"`
	// Folders are made empty; Files are written by us in place of what the
	// archive may have under that name.
	Folders []string   `json:"folders,omitempty"`
	Files   []TextFile `json:"files,omitempty"`
	// Env gives the child's environment variables whose values are paths in
	// the destination.
	Env map[string]string `json:"env,omitempty"`

	// Start is the executable or script that is started.
	Start string `json:"start,omitempty"`
	// Content names the files that are compared by content at every start, with
	// their sha256 where it is known before the archive is.
	Content map[string]string `json:"content,omitempty"`
	// Tree is the sha256 of the tree's manifest, where it is known.
	Tree string `json:"tree,omitempty"`

	program *Program
}

// Nested is a compressed file inside an archive: a tar (its name ends in
// ".tar.br"), unpacked into the folder To, or one executable (".br"), written
// as To.
type Nested struct {
	File string `json:"file"`
	To   string `json:"to"`
}

// TextFile is a file that the lock itself spells out.
type TextFile struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Library is a shared library and the packages that carry it.
type Library struct {
	Name   string `json:"name"`               // its soname
	Debian string `json:"debian"`             // Debian and Ubuntu
	T64    string `json:"debian64,omitempty"` // Debian 13, Ubuntu 24.04 and later, where it differs
	Fedora string `json:"fedora"`
}

// ParseLock reads a lock strictly: a key that nobody knows, a key given twice,
// a missing value, a source that is neither npm nor https is an error
// (CB-001, CB-002).
func ParseLock(data []byte) (*Lock, error) {
	lock, err := parseLock(data)
	if err != nil {
		return nil, fmt.Errorf("binaries.lock.json: %w", err)
	}
	return lock, nil
}

func parseLock(data []byte) (*Lock, error) {
	if err := exactKeys(data); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it is not a JSON object")
	}
	lock := &Lock{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		p := &Program{Name: key.(string)}
		if err := dec.Decode(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		lock.programs = append(lock.programs, p)
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON object")
	}
	return lock, lock.check()
}

// Programs are the pinned programs in the lock's order.
func (l *Lock) Programs() []*Program { return l.programs }

// Program is the program of that name, or nil.
func (l *Lock) Program(name string) *Program {
	for _, p := range l.programs {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Browsers are the names of the browsers pinned for the platform, in the
// lock's order.
func (l *Lock) Browsers(platform Platform) []string {
	var names []string
	for _, p := range l.programs {
		if p.Role == browser && len(p.parts(platform)) > 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

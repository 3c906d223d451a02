// Package policy reads the one file a person writes by hand, policy.toml or
// tools.json, into one value that answers "may this pass, and which line says
// so".
//
// It is fail-closed: a file that is not understood to its last key is refused
// with its name, the line and the nearest right word, and nothing starts. It is
// read once, at launch; a change holds from the next launch on.
package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// The two files a policy may stand in, below the connector's directory.
const (
	FileName      = "policy.toml"
	ToolsFileName = "tools.json" // CB-161
)

// The two surfaces: what the upstream shows, or what an agent is given.
const (
	SurfaceUpstream = "upstream"
	SurfaceAgent    = "agent"
)

// A Policy is what is in force during one launch. It does not change.
type Policy struct {
	File        string // policy.toml, tools.json, or "" where the defaults hold
	Surface     string // SurfaceUpstream or SurfaceAgent
	SurfaceLine string

	Tools   *Tools
	Network *Network
	Files   Files
	Login   LoginRules
	Limits  Limits
}

// Limits bounds what one call may take.
type Limits struct {
	Call     time.Duration // between 1 s and 1 h
	CallLine string
}

// A Decision says whether something may pass, why not, and which line of the
// policy to change.
type Decision struct {
	Allowed bool
	Reason  string // "example.org:443 is not in network.allow"; "" when allowed
	Line    string // "policy.toml:12"; "" where a default decides
}

// String is the reason with the line behind it, as a person or an agent sees
// it: "example.org:443 is not in network.allow (policy.toml:12)".
func (d Decision) String() string {
	if d.Line == "" || d.Allowed {
		return d.Reason
	}
	return d.Reason + " (" + d.Line + ")"
}

// Default is the policy that holds without a file: every tool of the pinned
// upstream (CB-160), every public host, nothing else.
func Default(known []string) *Policy {
	return &Policy{
		Surface: SurfaceUpstream,
		Tools:   newTools(known),
		Network: &Network{Allow: []Pattern{{text: "*", kind: everything}}, DataURLs: true},
		Limits:  Limits{Call: defaultCall},
	}
}

// Load reads the policy of the connector's directory dir. known are the names
// of the tools that the pinned upstream has, own those that the relay adds where
// surface = "agent": a policy may name no other. Without a file it is
// Default(known); two files are an error, since one of them would be ignored.
func Load(dir string, known []string, own ...Own) (*Policy, error) {
	text, errTOML := readFile(filepath.Join(dir, FileName))
	list, errJSON := readFile(filepath.Join(dir, ToolsFileName))
	noTOML, noJSON := errors.Is(errTOML, fs.ErrNotExist), errors.Is(errJSON, fs.ErrNotExist)
	switch {
	case noTOML && noJSON:
		return Default(known), nil
	case !noTOML && !noJSON:
		return nil, fmt.Errorf("both %s and %s are in %s; keep %s and take the other away", FileName, ToolsFileName, dir, FileName)
	case noJSON && errTOML != nil:
		return nil, errTOML
	case noTOML && errJSON != nil:
		return nil, errJSON
	case noJSON:
		p, err := Parse(text, dir, known, own...)
		return p, in(dir, err)
	default:
		p, err := parseToolsJSON(list, known)
		return p, in(dir, err)
	}
}

// in puts the folder before a refusal, which begins with the file's name.
func in(dir string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%c%w", dir, filepath.Separator, err)
}

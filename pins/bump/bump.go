package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"connector-browser/pins"
	"connector-browser/secrets/safefile"
)

// The packages that are the upstream, and the program in the lock that they are
// the archives of. Each stands in the lock once.
const (
	program = "playwright-mcp"
	server  = "@playwright/mcp"
	tests   = "playwright"
	core    = "playwright-core"
	chrome  = "chrome-for-testing"
)

const (
	lockName   = "binaries.lock.json"
	recordName = "upstream.record.json"
)

var versionRule = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

type options struct {
	version string
	root    string // holds the lock and the record
	bin     string // where the new upstream is installed, to be asked
	dry     bool
	note    func(string)
}

// report says what a bump came to.
type report struct {
	From     string    `json:"from"`
	To       string    `json:"to"`
	Chrome   browsers  `json:"chrome"`
	Archives []archive `json:"archives"`
	Changes  []string  `json:"changes"` // of what the upstream answers
	Differs  bool      `json:"differs"` // the files would be, or were, other than before
	Written  bool      `json:"written"`
}

// archive is one package, as the lock pins it.
type archive struct {
	Source      string `json:"source"`
	SHA256      string `json:"sha256"`
	Size        int    `json:"size"`
	Integrity   string `json:"integrity"` // as the registry states it too
	Tree        string `json:"tree"`
	destination string
}

// bump does it all, and writes at the end or not at all.
func bump(ctx context.Context, o options) (*report, error) {
	if !versionRule.MatchString(o.version) {
		return nil, errors.New("--mcp takes a whole version such as 1.2.3, no tag and no range")
	}
	before, err := os.ReadFile(filepath.Join(o.root, lockName))
	if err != nil {
		return nil, err
	}
	recordBefore, err := os.ReadFile(filepath.Join(o.root, recordName))
	if err != nil {
		return nil, err
	}
	lock, err := pins.ParseLock(before)
	if err != nil {
		return nil, err
	}
	r := &report{From: lock.Program(program).Version, To: o.version, Changes: []string{}}
	text := string(before)
	if text, err = setVersion(text, o.version); err != nil {
		return nil, err
	}
	o.note("fetching " + server + " " + o.version + " and what it needs")
	got, err := fetch(ctx, o.version)
	if err != nil {
		return nil, err
	}
	if r.Chrome, err = got.browsers(); err != nil {
		return nil, err
	}
	if err := r.Chrome.agrees(lock, o.version); err != nil {
		return nil, err
	}
	for _, p := range got.packages {
		a := archive{Source: p.source(), SHA256: fmt.Sprintf("%x", sha256.Sum256(p.Tarball)), Size: len(p.Tarball), Integrity: p.Integrity, destination: "node_modules/" + p.name}
		r.Archives = append(r.Archives, a)
		if text, err = setArchive(text, p.name, p.version, a); err != nil {
			return nil, err
		}
	}
	o.note("installing it, to be asked inside the walls")
	if text, err = settleTrees(ctx, o, text, r.Archives); err != nil {
		return nil, err
	}
	record, err := ask(ctx, o, []byte(text))
	if err != nil {
		return nil, err
	}
	if r.Changes, err = changes(recordBefore, record); err != nil {
		return nil, err
	}
	r.Differs = text != string(before) || !bytes.Equal(record, recordBefore)
	if o.dry || !r.Differs {
		return r, nil
	}
	for name, content := range map[string][]byte{lockName: []byte(text), recordName: record} {
		if err := safefile.Write(o.root, name, content, nil); err != nil {
			return nil, fmt.Errorf("%s %w; put both files back with: git checkout %s %s", name, err, lockName, recordName)
		}
		if err := os.Chmod(filepath.Join(o.root, name), 0o644); err != nil {
			return nil, err
		}
	}
	r.Written = true
	return r, nil
}

// settleTrees installs by the lock so far, which does not yet say what the trees
// are, and completes it with what they turn out to be.
func settleTrees(ctx context.Context, o options, text string, archives []archive) (string, error) {
	lock, err := pins.ParseLock([]byte(text))
	if err != nil {
		return "", err
	}
	if err := install(ctx, o, lock); err != nil {
		return "", err
	}
	digests, err := pins.Digests(o.bin)
	if err != nil {
		return "", err
	}
	for i := range archives {
		archives[i].Tree = digests[archives[i].destination]
		if text, err = setField(text, packageName(archives[i].Source), "tree", quoted(archives[i].Tree)); err != nil {
			return "", err
		}
	}
	script, err := os.ReadFile(filepath.Join(o.bin, "node_modules", filepath.FromSlash(server), "cli.js"))
	if err != nil {
		return "", err
	}
	return setField(text, server, "cli.js", quoted(fmt.Sprintf("%x", sha256.Sum256(script))))
}

// text is the report for a person.
func (r *report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s → %s, made for Chrome %s (revision %s), which is the pinned one\n", server, r.From, r.To, r.Chrome.Version, r.Chrome.Revision)
	for _, a := range r.Archives {
		fmt.Fprintf(&b, "\n%s\n  size %d\n  sha256 %s\n  integrity %s\n  tree %s\n", a.Source, a.Size, a.SHA256, a.Integrity, a.Tree)
	}
	b.WriteString("\nwhat it answers:\n")
	if len(r.Changes) == 0 {
		b.WriteString("  nothing has changed\n")
	}
	for _, line := range r.Changes {
		b.WriteString("  " + line + "\n")
	}
	switch {
	case r.Written:
		fmt.Fprintf(&b, "\nwrote %s and %s; next: go test ./policy ./pins ./relay ./launcher, and read docs/upstream.md against it\n", lockName, recordName)
	case r.Differs:
		b.WriteString("\nnothing was written\n")
	default:
		b.WriteString("\nlock and record are so already\n")
	}
	return b.String()
}

package pins

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The names in bin/ that are no trees.
const (
	archivesDir   = "archives"
	manifestsDir  = "manifests"
	cacheDir      = "compile-cache"
	installedFile = "installed.json"
	unpackPrefix  = ".unpack-"
)

// reservedNames are no destinations for an archive.
var reservedNames = []string{archivesDir, manifestsDir, cacheDir, installedFile}

// installedRecord is installed.json: what was chosen and what came of it. It is
// written last and removed first, so that a tree without it is no build
// (CB-012).
type installedRecord struct {
	Format   int             `json:"format"`
	Platform Platform        `json:"platform"`
	Trees    []installedTree `json:"trees"`
	Browser  string          `json:"browser,omitempty"` // the program's name in the lock
	Adopted  *adopted        `json:"adopted,omitempty"` // or the machine's own
	// CompileCache is the digest of the manifest of compile-cache/.
	CompileCache string `json:"compile_cache"`
}

// installedTree is one unpacked archive.
type installedTree struct {
	Program     string `json:"program"`
	Version     string `json:"version"`
	Destination string `json:"destination"`
	Archive     string `json:"archive"`  // its name below archives/
	SHA256      string `json:"sha256"`   // of the archive
	Manifest    string `json:"manifest"` // digest of the manifest
}

// NotInstalledError says that bin/ does not hold the build that the lock pins.
type NotInstalledError struct{ Reason string }

func (e *NotInstalledError) Error() string {
	return "the pinned build is not installed: " + e.Reason + "; run connector-browser install"
}

const recordFormat = 1

// readRecord reads installed.json; that there is none, or one of another
// format, is a NotInstalledError.
func readRecord(bin string) (*installedRecord, error) {
	data, err := readSmall(filepath.Join(bin, installedFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, &NotInstalledError{bin + " has no " + installedFile}
	}
	if err != nil {
		return nil, err
	}
	r := &installedRecord{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(r); err != nil || r.Format != recordFormat {
		return nil, &NotInstalledError{filepath.Join(bin, installedFile) + " is not one that this version wrote"}
	}
	return r, nil
}

// tree finds the record of the part: the same destination and one of the
// archives that the lock allows.
func (r *installedRecord) tree(p *part) (*installedTree, *Archive, error) {
	for i, t := range r.Trees {
		if t.Destination != p.destination {
			continue
		}
		for _, a := range p.alternatives {
			if a.SHA256 == t.SHA256 {
				return &r.Trees[i], a, nil
			}
		}
		return nil, nil, &NotInstalledError{fmt.Sprintf("bin/ holds %s %s from another archive than binaries.lock.json pins", t.Program, t.Version)}
	}
	return nil, nil, &NotInstalledError{"bin/ lacks " + p.destination}
}

// Digests gives, by destination, the digest of each tree that was installed: what
// stands in the lock as "tree".
func Digests(bin string) (map[string]string, error) {
	r, err := readRecord(bin)
	if err != nil {
		return nil, err
	}
	digests := map[string]string{}
	for _, t := range r.Trees {
		digests[t.Destination] = t.Manifest
	}
	return digests, nil
}

// manifestPath is where the manifest of a destination is kept.
func manifestPath(bin, destination string) string {
	return filepath.Join(bin, manifestsDir, strings.ReplaceAll(destination, "/", "+"))
}

// readManifest reads a manifest and compares it with its digest.
func readManifest(bin, destination, digest string) (manifest, error) {
	path := manifestPath(bin, destination)
	data, err := readSmall(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &alteredError{path, "was removed"}
	}
	if err != nil {
		return nil, err
	}
	if hashBytes(data) != digest {
		return nil, &alteredError{path, "changed its content"}
	}
	m, err := parseManifest(data)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return m, nil
}

// readSmall reads a regular file of at most 16 MiB.
func readSmall(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|oNoFollow|oNonBlock, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	const limit = 16 << 20
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && len(data) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", path, limit)
	}
	return data, err
}

// writeWhole puts a file in place with its whole content or not at all, and
// makes it lasting.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), unpackPrefix+"*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

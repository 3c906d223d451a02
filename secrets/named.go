package secrets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"connector-browser/secrets/safefile"
)

// A Named is a secret that a person keeps under a name, to be typed by a
// session that never sees it.
type Named struct {
	Name  string
	Hosts []string  // where it may be typed: patterns of the policy's grammar, which the caller has checked
	Code  bool      // the value is the key of one-time codes
	Set   time.Time // when it was stored
	Value string    // what is typed; of a Code, the key that the codes are made from
}

// The bounds of a value, in bytes. What is shorter stands in any text by chance
// and could not be withheld (relay/withhold has the same bound).
const (
	MinValue = 4
	MaxValue = 4 << 10
)

// namedFolder holds one file for each named secret.
const namedFolder = "secrets"

var nameRule = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

// CheckName says whether a name can stand in double braces and be the name of a
// file. The error does not repeat it: it may be the secret itself, given in the
// wrong place.
func CheckName(name string) error {
	if !nameRule.MatchString(name) {
		return errors.New("the name of a secret begins with a letter and goes on with letters, digits, _ and -, 64 in all")
	}
	return nil
}

// SetNamed stores a secret in place of any other of this name, under the lock
// of the directory, whole or not at all.
func (d *Dir) SetNamed(ctx context.Context, n Named) error {
	if err := n.check(); err != nil {
		return err
	}
	data, err := d.seal(ctx, n.encode())
	if err != nil {
		return fmt.Errorf("the secret was not stored: %w", err)
	}
	held, err := d.Lock(ctx, "connector-browser secret set", d.Waiting)
	if err != nil {
		return err
	}
	defer held.Release()

	folder := d.namedFolder()
	if err := safefile.MakeDir(folder); err != nil {
		return fmt.Errorf("%s %w", folder, err)
	}
	if err := d.checkNamedFolder(); err != nil {
		return err
	}
	safefile.Sweep(folder, 0, n.Name)
	if err := safefile.Write(folder, n.Name, data, d.trapFor(n.Name)); err != nil {
		return fmt.Errorf("%s %w", filepath.Join(folder, n.Name), err)
	}
	return nil
}

// RemoveNamed takes a secret away. The error is fs.ErrNotExist (errors.Is)
// where there is none of this name.
func (d *Dir) RemoveNamed(ctx context.Context, name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	held, err := d.Lock(ctx, "connector-browser secret remove", d.Waiting)
	if err != nil {
		return err
	}
	defer held.Release()

	if err := d.checkNamedFolder(); err != nil {
		return err
	}
	folder := d.namedFolder()
	path := filepath.Join(folder, name)
	if _, err := os.Lstat(path); err != nil {
		return fmt.Errorf("%s %w; connector-browser secret list shows what there is", path, safefile.ErrMissing)
	}
	if err := safefile.Remove(folder, name, d.trapFor(name)); err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	return nil
}

// Named gives every named secret, by name, read under the lock as one whole.
func (d *Dir) Named(ctx context.Context) ([]Named, error) {
	switch err := d.checkNamedFolder(); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	held, err := d.share(ctx)
	if err != nil {
		return nil, err
	}
	defer held.Release()

	entries, err := os.ReadDir(d.namedFolder()) // by name
	if err != nil {
		return nil, fmt.Errorf("%s cannot be listed: %w", d.namedFolder(), safefile.Reason(err))
	}
	var all []Named
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue // what a killed SetNamed has left
		}
		n, err := d.readNamed(entry.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func (d *Dir) readNamed(name string) (Named, error) {
	path := filepath.Join(d.namedFolder(), name)
	if CheckName(name) != nil {
		return Named{}, fmt.Errorf("%s holds a file whose name is none of a secret; move it away", d.namedFolder())
	}
	data, info, err := safefile.Read(path, 16*MaxValue)
	if err == nil {
		err = safefile.Private(info, 0o177)
	}
	if err != nil {
		return Named{}, fmt.Errorf("%s %w; %s", path, err, cure(info, path, "run connector-browser secret set again"))
	}
	if data, err = d.unseal(data); err != nil {
		return Named{}, fmt.Errorf("%s %w", path, err)
	}
	n, err := decodeNamed(name, data)
	if err != nil {
		return Named{}, fmt.Errorf("%s %w; run connector-browser secret set again", path, err)
	}
	return n, nil
}

func (d *Dir) namedFolder() string { return filepath.Join(d.path, namedFolder) }

func (d *Dir) checkNamedFolder() error {
	folder := d.namedFolder()
	switch err := safefile.CheckDir(folder, 0o077); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no named secret%w", missing{})
	case err != nil:
		return sentence(folder, err, "only you may enter (chmod 700)")
	}
	return nil
}

// missing lets errors.Is find fs.ErrNotExist behind words of our own.
type missing struct{}

func (missing) Error() string { return "; connector-browser secret set makes one" }
func (missing) Unwrap() error { return fs.ErrNotExist }

package doctor

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"connector-browser/secrets"
	"connector-browser/secrets/safefile"
)

// lookAtDirectory looks at the connector's directory, which holds the handles,
// the policy and the build (CB-041).
func (d *Doctor) lookAtDirectory(context.Context) Result {
	if d.conf == "" {
		return skipped("the configuration directory comes first")
	}
	dir, err := secrets.Open(d.conf)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return skipped("%s is not there yet; next: %s", d.connector(), install)
	case err != nil:
		d.closed = true
		return failed(d.mendDirectory(), "%v", err)
	}
	d.dir = dir
	if hasACL(dir.Path()) {
		return warning("setfacl -b "+quote(dir.Path()), "%s has an access control list, which says more than its mode about who may enter", dir.Path())
	}
	return ok("%s is yours, and only you may enter", dir.Path())
}

// connector is where the connector's directory lies, or will.
func (d *Doctor) connector() string { return filepath.Join(d.conf, "connectors", "browser") }

func (d *Doctor) mendDirectory() string {
	above := filepath.Dir(d.connector())
	if safefile.CheckDir(above, 0o022) != nil {
		return mendFolder(above, "go-w")
	}
	return mendFolder(d.connector(), "700")
}

// noDirectory is the result of a probe that has nothing to look at.
func (d *Doctor) noDirectory() Result {
	if d.conf == "" {
		return skipped("the configuration directory comes first")
	}
	if d.closed {
		return skipped("the connector's directory comes first; see directory")
	}
	return skipped("there is no connector's directory yet")
}

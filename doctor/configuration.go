package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// lookAtConfiguration looks at the configuration directory: whose it is, and
// who else may write there (CB-020).
func (d *Doctor) lookAtConfiguration(context.Context) Result {
	conf, err := d.place()
	if err != nil {
		return failed(mendConfiguration(), "%v", err)
	}
	d.conf = conf
	switch _, err := os.Stat(conf); {
	case errors.Is(err, fs.ErrNotExist):
		return skipped("%s is not there yet; next: %s", conf, install)
	case hasACL(conf):
		return warning("setfacl -b "+quote(conf), "%s has an access control list, which says more than its mode about who may write there", conf)
	}
	return ok("%s is yours, and only you may write there", conf)
}

func mendConfiguration() string {
	conf, set := os.LookupEnv("CONFIG_LOCAL_DIR")
	if !set {
		base, err := os.UserConfigDir()
		if err != nil {
			return "export CONFIG_LOCAL_DIR=/absolute/path"
		}
		conf = filepath.Join(base, "connector-browser")
	}
	if !filepath.IsAbs(conf) {
		return "export CONFIG_LOCAL_DIR=/absolute/path"
	}
	if real, err := filepath.EvalSymlinks(conf); err == nil { // which may be a link
		conf = real
	}
	return mendFolder(filepath.Clean(conf), "go-w")
}

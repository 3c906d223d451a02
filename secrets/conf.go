package secrets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"connector-browser/secrets/safefile"
)

// confEnv names the engine's configuration directory (CB-020).
const confEnv = "CONFIG_LOCAL_DIR"

// ConfDir gives the configuration directory, as an absolute and clean path.
// CONFIG_LOCAL_DIR names one that exists, is this user's own and that nobody
// else may write into; a link to such a one is good. Where the variable is
// unset it is connector-browser below the user's configuration directory,
// which Create and MakeConf make on demand, so it may be missing. A variable
// that is set and empty is a mistake in whatever started this program, and
// refused.
func ConfDir() (string, error) {
	named, set := os.LookupEnv(confEnv)
	switch {
	case !set:
		return defaultConf()
	case named == "":
		return "", errors.New(confEnv + " is set but empty; set it to the absolute path of the engine's configuration directory, or unset it")
	case !filepath.IsAbs(named):
		return "", fmt.Errorf("%s is %q, which is not an absolute path; set it to the absolute path of the engine's configuration directory", confEnv, named)
	}
	conf := filepath.Clean(named)
	err := checkConf(conf)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s names %s, which does not exist; make it (mkdir -m 700) or name another", confEnv, conf)
	}
	return conf, err
}

func defaultConf() (string, error) {
	base, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("%s is not set and there is no configuration directory of this user either (%w); set %[1]s to an absolute path", confEnv, err)
	}
	conf := filepath.Join(base, "connector-browser")
	if err := checkConf(conf); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return conf, nil
}

// MakeConf makes the configuration directory with mode 0700 under any umask if
// there is none, and checks the one that is there.
func MakeConf(conf string) error {
	err := checkConf(conf)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := safefile.MakeFolders(filepath.Dir(conf), 0o700); err != nil {
		return fmt.Errorf("%s cannot be made: %w", filepath.Dir(conf), err)
	}
	if err := safefile.MakeDir(conf); err != nil {
		return fmt.Errorf("%s %w", conf, err)
	}
	return checkConf(conf)
}

// checkConf judges a configuration directory. Unlike what lies in it, it may
// be reached through a link: that is how people keep their settings elsewhere.
func checkConf(conf string) error {
	info, err := os.Stat(conf)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s %w", conf, safefile.ErrMissing)
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s lies below something that is not a directory; name a directory", conf)
	case err != nil:
		return fmt.Errorf("%s cannot be looked at: %w", conf, safefile.Reason(err))
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory; the configuration directory must be one", conf)
	}
	if err := safefile.Private(info, 0o022); err != nil {
		return sentence(conf, err, "only you may write (chmod go-w)")
	}
	return nil
}

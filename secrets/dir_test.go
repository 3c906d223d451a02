package secrets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

func TestOpenBeforeCreate(t *testing.T) {
	t.Parallel()
	conf := newConf(t)
	if _, err := Open(conf); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of an empty configuration directory says %v, want fs.ErrNotExist", err)
	}
	wantFiles(t, conf)
}

// CB-041: directory 0700 and handle 0600 under umask 000, 077, and one that
// would lock out even us.
func TestModesUnderUmask(t *testing.T) {
	t.Parallel()
	for _, umask := range []int{0o000, 0o022, 0o077, 0o777} {
		t.Run(fmt.Sprintf("CB-041 umask %03o", umask), func(t *testing.T) {
			t.Parallel()
			conf := newConf(t)
			if err := child(t, "create under umask", conf, fmt.Sprintf("UMASK=%o", umask)).Run(); err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string]fs.FileMode{
				"connectors":                               fs.ModeDir | 0o700,
				"connectors/browser":                       fs.ModeDir | 0o700,
				"connectors/browser/.lock":                 0o600,
				"connectors/browser/BROWSER_STORAGE_STATE": 0o600,
				"connectors/browser/BROWSER_EXPORT":        0o600,
			} {
				info, err := os.Lstat(filepath.Join(conf, name))
				if err != nil {
					t.Fatal(err)
				}
				if info.Mode() != want {
					t.Errorf("%s has mode %v, want %v", name, info.Mode(), want)
				}
			}
			wantLogin(t, conf, Login{State: []byte(CleanProfile), Export: true})
		})
	}
}

func TestModesUnderUmaskAsOrdinaryUser(t *testing.T) { asOrdinaryUser(t, TestModesUnderUmask) }

func createUnderUmask() error {
	umask, err := strconv.ParseInt(os.Getenv("UMASK"), 8, 32)
	if err != nil {
		return err
	}
	syscall.Umask(int(umask))
	dir, err := Create(os.Getenv("CONFIG_LOCAL_DIR"))
	if err != nil {
		return err
	}
	return dir.Store(testContext(), Login{State: []byte(CleanProfile), Export: true})
}

// A directory that others could enter or exchange is refused as it is, never
// repaired: who knows what was put there.
func TestDirectoryRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, conf string) error
		want  string
	}{
		{"connectors is a link", func(t *testing.T, conf string) error {
			return os.Symlink(t.TempDir(), filepath.Join(conf, "connectors"))
		}, "%s/connectors is a symbolic link; it must be a directory of your own (uid %d) where only you may write (chmod go-w)"},
		{"browser is a link", func(t *testing.T, conf string) error {
			if err := os.Mkdir(filepath.Join(conf, "connectors"), 0o755); err != nil {
				return err
			}
			return os.Symlink(t.TempDir(), filepath.Join(conf, "connectors/browser"))
		}, "%s/connectors/browser is a symbolic link; it must be a directory of your own (uid %d) where only you may write (chmod go-w)"},
		{"connectors is a file", func(_ *testing.T, conf string) error {
			return os.WriteFile(filepath.Join(conf, "connectors"), nil, 0o600)
		}, "%s/connectors is not a directory; it must be a directory of your own (uid %d) where only you may write (chmod go-w)"},
		{"others may write into connectors", func(_ *testing.T, conf string) error {
			return errors.Join(os.Mkdir(filepath.Join(conf, "connectors"), 0o700), os.Chmod(filepath.Join(conf, "connectors"), 0o777))
		}, "%s/connectors may be changed by other users (mode 0777); it must be a directory of your own (uid %d) where only you may write (chmod go-w)"},
		{"others may enter browser", func(_ *testing.T, conf string) error {
			return os.MkdirAll(filepath.Join(conf, "connectors/browser"), 0o755)
		}, "%s/connectors/browser is open to more than its owner needs (mode 0755); it must be a directory of your own (uid %d) where only you may enter (chmod 700)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			conf := newConf(t)
			if err := test.spoil(t, conf); err != nil {
				t.Fatal(err)
			}
			_, err := Create(conf)
			wantError(t, err, fmt.Sprintf(test.want, conf, os.Geteuid()))
			if _, err := Open(conf); err == nil {
				t.Error("Open takes what Create refuses")
			}
		})
	}
}

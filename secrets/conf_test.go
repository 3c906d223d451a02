package secrets

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// CB-020: CONFIG_LOCAL_DIR names the engine's configuration directory.
func TestConfDirNamed(t *testing.T) {
	base := t.TempDir()
	conf := filepath.Join(base, "conf")
	if err := os.Mkdir(conf, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(conf, filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		conf:                          conf,
		conf + "/":                    conf,
		base + "/x/../conf":           conf,
		filepath.Join(base, "link"):   filepath.Join(base, "link"), // people keep their settings elsewhere
		filepath.Join(base, "link/."): filepath.Join(base, "link"),
	} {
		t.Setenv("CONFIG_LOCAL_DIR", name)
		if got, err := ConfDir(); err != nil || got != want {
			t.Errorf("ConfDir with %q gives %q, %v; want %q", name, got, err, want)
		}
	}
}

// CB-020: one sentence for each way to be wrong.
func TestConfDirRefused(t *testing.T) {
	base := t.TempDir()
	file, open := filepath.Join(base, "file"), filepath.Join(base, "open")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, value string
		mode        os.FileMode
		want        string
	}{
		{"empty", "", 0o700, "CONFIG_LOCAL_DIR is set but empty; set it to the absolute path of the engine's configuration directory, or unset it"},
		{"relative", "conf", 0o700, `CONFIG_LOCAL_DIR is "conf", which is not an absolute path; set it to the absolute path of the engine's configuration directory`},
		{"tilde", "~/conf", 0o700, `CONFIG_LOCAL_DIR is "~/conf", which is not an absolute path; set it to the absolute path of the engine's configuration directory`},
		{"missing", base + "/none", 0o700, "CONFIG_LOCAL_DIR names " + base + "/none, which does not exist; make it (mkdir -m 700) or name another"},
		{"file", file, 0o700, file + " is not a directory; the configuration directory must be one"},
		{"below a file", file + "/conf", 0o700, file + "/conf lies below something that is not a directory; name a directory"},
		{"group may write", open, 0o770, fmt.Sprintf("%s may be changed by other users (mode 0770); it must be a directory of your own (uid %d) where only you may write (chmod go-w)", open, os.Geteuid())},
		{"others may write", open, 0o702, fmt.Sprintf("%s may be changed by other users (mode 0702); it must be a directory of your own (uid %d) where only you may write (chmod go-w)", open, os.Geteuid())},
	} {
		t.Run("CB-020 "+test.name, func(t *testing.T) {
			if err := os.Chmod(open, test.mode); err != nil {
				t.Fatal(err)
			}
			t.Setenv("CONFIG_LOCAL_DIR", test.value)
			_, err := ConfDir()
			wantError(t, err, test.want)
		})
	}
}

// CB-020: somebody else's directory is refused, whoever we are.
func TestConfDirOfAnotherUser(t *testing.T) {
	strange := "/usr" // root's own, and closed to writing
	if os.Geteuid() == 0 {
		strange = newConf(t)
		if err := os.Chown(strange, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	owner := map[bool]int{true: nobody, false: 0}[os.Geteuid() == 0]
	t.Setenv("CONFIG_LOCAL_DIR", strange)
	_, err := ConfDir()
	wantError(t, err, fmt.Sprintf("%s belongs to another user (uid %d); it must be a directory of your own (uid %d) where only you may write (chmod go-w)", strange, owner, os.Geteuid()))
}

func TestConfDirOfAnotherUserAsOrdinaryUser(t *testing.T) {
	asOrdinaryUser(t, TestConfDirOfAnotherUser)
}

// CB-020: unset, it lies below the user's own configuration directory, and
// nothing is made before something is stored.
func TestConfDirDefault(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("CONFIG_LOCAL_DIR", "x") // so that it is restored
	os.Unsetenv("CONFIG_LOCAL_DIR")

	conf, err := ConfDir()
	if err != nil {
		t.Fatal(err)
	}
	base, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(base, "connector-browser"); conf != want {
		t.Errorf("ConfDir gives %q, want %q", conf, want)
	}
	wantFiles(t, home)
	if _, err := Create(conf); err != nil {
		t.Fatal(err)
	}
	if again, err := ConfDir(); err != nil || again != conf {
		t.Errorf("the directory that Create made is %q, %v to ConfDir", again, err)
	}

	t.Setenv("HOME", "")
	_, err = ConfDir()
	if err == nil {
		t.Error("without HOME there is nothing to fall back on")
	}
}

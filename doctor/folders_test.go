package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"connector-browser/secrets"
)

// What is wrong with the configuration directory is named with the command that
// mends it, and the command does (CB-020, SN-004).
func TestConfiguration(t *testing.T) {
	conf := filepath.Join(t.TempDir(), "my conf")
	must(t, os.Mkdir(conf, 0o700))
	t.Setenv("CONFIG_LOCAL_DIR", conf)
	d := New(nil, nil, "")
	look(t, d, "configuration").want(t, OK, "my conf is yours", "")

	must(t, os.Chmod(conf, 0o777))
	open := look(t, d, "configuration")
	open.want(t, Failed, `may be changed by other users \(mode 0777\)`, `^chmod go-w '.*/my conf'$`)
	open.obey(t)
	look(t, d, "configuration").want(t, OK, "", "")

	must(t, os.Remove(conf))
	gone := look(t, d, "configuration")
	gone.want(t, Failed, "does not exist", "^mkdir -m 700 ")
	gone.obey(t)
	look(t, d, "configuration").want(t, OK, "", "")

	must(t, os.Remove(conf))
	write(t, conf, "")
	file := look(t, d, "configuration")
	file.want(t, Failed, "is not a directory", "^mv ")

	t.Setenv("CONFIG_LOCAL_DIR", "conf")
	look(t, d, "configuration").want(t, Failed, "not an absolute path", "^export CONFIG_LOCAL_DIR=/absolute/path$")
	t.Setenv("CONFIG_LOCAL_DIR", "")
	look(t, d, "configuration").want(t, Failed, "set but empty", "^export CONFIG_LOCAL_DIR=")
}

// Unset, the directory is the user's own, and not there before the first
// install.
func TestConfigurationByDefault(t *testing.T) {
	t.Setenv("CONFIG_LOCAL_DIR", "")
	os.Unsetenv("CONFIG_LOCAL_DIR")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	d := New(nil, nil, "")
	look(t, d, "configuration", "directory").want(t, Skipped, "is not there yet; next: connector-browser install", "")
	look(t, d, "configuration").want(t, Skipped, "is not there yet", "")
}

// A folder that is another user's is given back to its owner.
func TestConfigurationOfAnotherUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a folder away")
	}
	conf := t.TempDir()
	must(t, os.Chown(conf, 12345, -1))
	t.Setenv("CONFIG_LOCAL_DIR", conf)
	d := New(nil, nil, "")
	strange := look(t, d, "configuration")
	strange.want(t, Failed, "belongs to another user", "^chown 0 ")
	strange.obey(t)
	look(t, d, "configuration").want(t, OK, "", "")
}

// The connector's directory and the handles in it: each fault is named, and its
// command mends it (CB-041, SN-004). What the handles hold is never said.
func TestDirectoryAndHandles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		harm     func(dir string) error
		probe    string
		sentence string
		mend     string
	}{
		{"directory open to others", func(dir string) error { return os.Chmod(dir, 0o755) }, "directory", `\(mode 0755\)`, "^chmod 700 /"},
		{"directory above writable by others", func(dir string) error { return os.Chmod(filepath.Dir(dir), 0o777) }, "directory", "may be changed by other users", "^chmod go-w .*/connectors$"},
		{"handle open to others", func(dir string) error { return os.Chmod(dir+"/BROWSER_STORAGE_STATE", 0o644) }, "handles", `BROWSER_STORAGE_STATE is open to more than its owner needs`, "^chmod 600 "},
		{"switch open to others", func(dir string) error { return os.Chmod(dir+"/BROWSER_EXPORT", 0o666) }, "handles", "BROWSER_EXPORT may be changed by other users", "^chmod 600 "},
		{"named secret open to others", func(dir string) error {
			must(t, os.Mkdir(dir+"/secrets", 0o700))
			return os.WriteFile(dir+"/secrets/SHOP", []byte("MARKER"), 0o644)
		}, "handles", "secrets/SHOP is open", "^chmod 600 .*/secrets/SHOP$"},
		{"folder of the trace open", func(dir string) error { return os.Mkdir(dir+"/trace", 0o755) }, "handles", "trace is open", "^chmod 700 .*/trace$"},
		{"folder of named secrets open", func(dir string) error { return os.Mkdir(dir+"/secrets", 0o755) }, "handles", "secrets is open", "^chmod 700 .*/secrets$"},
	} {
		t.Run("CB-041 "+c.name, func(t *testing.T) {
			t.Parallel()
			conf, dir := scratch(t)
			must(t, dir.Store(t.Context(), secrets.Login{State: []byte(secrets.CleanProfile), Export: true}))
			must(t, c.harm(dir.Path()))
			names := []string{"configuration", "directory", "handles"}
			if c.probe == "directory" {
				names = names[:2]
			}
			r := look(t, newDoctor(t, conf), names...)
			r.want(t, Failed, c.sentence, c.mend)
			r.obey(t)
			look(t, newDoctor(t, conf), "configuration", "directory", "handles").want(t, OK, "BROWSER_STORAGE_STATE, BROWSER_EXPORT", "")
		})
	}
}

// A link in a handle's place is not followed, and not removed either.
func TestHandleThatIsALink(t *testing.T) {
	t.Parallel()
	conf, dir := scratch(t)
	elsewhere := filepath.Join(t.TempDir(), "state")
	write(t, elsewhere, secrets.CleanProfile)
	must(t, os.Symlink(elsewhere, filepath.Join(dir.Path(), stateName)))
	look(t, newDoctor(t, conf), "configuration", "directory", "handles").want(t, Failed, "is not a plain file", "^mv .* && connector-browser auth$")
}

func TestNoHandles(t *testing.T) {
	t.Parallel()
	conf, _ := scratch(t)
	look(t, newDoctor(t, conf), "configuration", "directory", "handles").want(t, Skipped, "next: connector-browser auth", "")
}

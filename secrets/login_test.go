package secrets

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// CB-040, CB-042: each Store states both halves; the switch's handle holds
// exactly "on", and is gone when off.
func TestStoreAndLogin(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	if _, err := dir.Login(t.Context()); !errors.Is(err, ErrUnauthorized) {
		t.Errorf("before any Store, Login says %v", err)
	}
	odd := []byte(" {\n\t\"origins\" : [ ],\r\n\"cookies\":[]  }\n\n") // CB-037
	mustStore(t, dir, Login{State: odd, Export: true})
	wantLogin(t, dir.Conf(), Login{State: odd, Export: true})
	wantContent(t, dir, stateName, string(odd))
	wantContent(t, dir, exportName, "on")

	mustStore(t, dir, Login{State: []byte(CleanProfile)})
	wantLogin(t, dir.Conf(), Login{State: []byte(CleanProfile)})
	wantContent(t, dir, stateName, `{"cookies":[],"origins":[]}`)
	wantTidy(t, dir, false)
}

// A Store of a state that breaks the rule is refused before anything changes.
func TestStoreRefusesBrokenState(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	wantError(t, dir.Store(t.Context(), Login{State: []byte(`{}`), Export: true}), "the login state must have exactly the keys cookies and origins")
	wantFiles(t, dir.Path())
}

// A handle that is not what Store writes is refused, without its content.
func TestLoginRefusesHandle(t *testing.T) {
	t.Parallel()
	const again, chmod = "; run connector-browser auth again", "; close it with: chmod 600 %[1]s"
	put := func(content string, mode os.FileMode) func(string) error {
		return func(path string) error {
			return errors.Join(os.WriteFile(path, []byte(content), 0o600), os.Chmod(path, mode))
		}
	}
	for _, test := range []struct {
		name, handle string
		put          func(path string) error
		want         string // %s is the handle's path
	}{
		{"state is a link", stateName, func(p string) error { return os.Symlink("/etc/passwd", p) }, "%s is a symbolic link" + again},
		{"state is a fifo", stateName, func(p string) error { return syscall.Mkfifo(p, 0o600) }, "%s is not a regular file" + again},
		{"state is a directory", stateName, func(p string) error { return os.Mkdir(p, 0o700) }, "%s is a folder and not a file" + again},
		{"state is too large", stateName, put(string(bytes.Repeat([]byte("a"), MaxState+1)), 0o600), "%s is larger than 4 MiB" + again},
		{"state is not UTF-8", stateName, put("{\"cookies\":[\"MARKER\xff\"],\"origins\":[]}", 0o600), "the stored login state is not UTF-8" + again},
		{"state breaks the rule", stateName, put(`{"cookies":[],"MARKER":[]}`, 0o600), "the stored login state must have exactly the keys cookies and origins" + again},
		{"state is open to the group", stateName, put(CleanProfile, 0o640), "%s is open to more than its owner needs (mode 0640)" + chmod},
		{"state may be changed by others", stateName, put(CleanProfile, 0o602), "%s may be changed by other users (mode 0602)" + chmod},
		{"switch says off", exportName, put("off", 0o600), `%s holds something other than "on"` + again},
		{"switch has a newline", exportName, put("on\n", 0o600), `%s holds something other than "on"` + again},
		{"switch is empty", exportName, put("", 0o600), `%s holds something other than "on"` + again},
		{"switch is long", exportName, put(string(bytes.Repeat([]byte("MARKER"), 100)), 0o600), "%s is larger than 64 bytes" + again},
		{"switch is a link", exportName, func(p string) error { return os.Symlink("/etc/passwd", p) }, "%s is a symbolic link" + again},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := newDir(t)
			mustStore(t, dir, Login{State: []byte(CleanProfile)})
			path := filepath.Join(dir.Path(), test.handle)
			os.Remove(path)
			if err := test.put(path); err != nil {
				t.Fatal(err)
			}
			_, err := dir.Login(t.Context())
			want := test.want
			if want[0] == '%' {
				want = fmt.Sprintf(want, path)
			}
			wantError(t, err, want)
		})
	}
}

func TestLoginRefusesHandleAsOrdinaryUser(t *testing.T) { asOrdinaryUser(t, TestLoginRefusesHandle) }

// A handle of another user's making is refused; only root can set this up.
func TestLoginRefusesStrangersHandle(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	dir := newDir(t)
	mustStore(t, dir, Login{State: []byte(CleanProfile)})
	path := filepath.Join(dir.Path(), stateName)
	if err := os.Chown(path, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	_, err := dir.Login(t.Context())
	wantError(t, err, path+" belongs to another user (uid 65534); run connector-browser auth again")
}

func wantContent(t *testing.T, dir *Dir, name, want string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(dir.Path(), name))
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
	}
}

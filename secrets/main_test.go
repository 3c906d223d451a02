package secrets

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
)

// childEnv names what this test binary does when a test has started it again:
// some things can only be seen from another process.
const childEnv = "SECRETS_TEST_CHILD"

var children = map[string]func() error{
	"create under umask": createUnderUmask,
	"hold the lock":      holdTheLock,
	"read pairs":         readPairs,
	"save and die":       saveAndDie,
	"store and die":      storeAndDie,
	"store, disk full":   storeDiskFull,
}

func TestMain(m *testing.M) {
	if name := os.Getenv(childEnv); name != "" {
		if err := children[name](); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child is this test binary doing one of the children's things in a
// configuration directory.
func child(t *testing.T, name, conf string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+name, "CONFIG_LOCAL_DIR="+conf)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// newConf is a configuration directory as an engine would make it.
func newConf(t *testing.T) string {
	t.Helper()
	conf := filepath.Join(t.TempDir(), "conf")
	if err := os.Mkdir(conf, 0o700); err != nil {
		t.Fatal(err)
	}
	return conf
}

func newDir(t *testing.T) *Dir {
	t.Helper()
	dir, err := Create(newConf(t))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustStore(t *testing.T, dir *Dir, login Login) {
	t.Helper()
	if err := dir.Store(t.Context(), login); err != nil {
		t.Fatal(err)
	}
}

// wantLogin opens the directory afresh, as the next process would.
func wantLogin(t *testing.T, conf string, want Login) {
	t.Helper()
	dir, err := Open(conf)
	if err != nil {
		t.Fatal(err)
	}
	got, err := dir.Login(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if string(got.State) != string(want.State) || got.Export != want.Export {
		t.Errorf("the directory holds %q, export %v; want %q, export %v", got.State, got.Export, want.State, want.Export)
	}
}

// wantFiles says exactly what lies in a directory.
func wantFiles(t *testing.T, path string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s holds %q, want %q", path, got, want)
	}
}

// wantError compares an error with a sentence.
func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got the error\n  %v\nwant\n  %s", err, want)
	}
}

const nobody = 65534

// asOrdinaryUser runs a test as somebody whom the file system can refuse
// something: as this user, or where that is root, again as nobody.
func asOrdinaryUser(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	if os.Geteuid() != 0 {
		test(t)
		return
	}
	if runtime.GOOS != "linux" {
		t.Skip("run the tests as an ordinary user to see this one")
	}
	temporary, err := os.MkdirTemp("", "secrets-nobody-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(temporary)
	if err := os.Chown(temporary, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	for up := filepath.Dir(temporary); up != "/"; up = filepath.Dir(up) {
		if info, err := os.Stat(up); err != nil || info.Mode()&0o001 == 0 {
			t.Skipf("%s is closed to an ordinary user, so this test cannot become one", up)
		}
	}
	cmd := exec.CommandContext(t.Context(), "/proc/self/exe", "-test.run=^"+t.Name()+"$")
	cmd.Dir = temporary
	cmd.Env = append(os.Environ(), "TMPDIR="+temporary, "HOME="+temporary)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
}

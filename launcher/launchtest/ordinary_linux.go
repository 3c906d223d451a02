package launchtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"connector-browser/pins/pinstest"
)

// ordinaryID belongs to nobody, and owns nothing but what AsOrdinaryUser gives it.
const ordinaryID = 12345

// AsOrdinaryUser runs all other tests of this test binary again under an id that
// owns nothing on this machine but a home with the pinned build in it: the walls
// stand for root and for everybody else alike. It skips where the tests run as an
// ordinary user already.
func AsOrdinaryUser(t *testing.T, env ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("these tests run as an ordinary user already")
	}
	from := pinstest.Installed(t)
	// The folders above have to let that user through, as those of root's do not.
	top, err := os.MkdirTemp("", "ordinary-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	program, home, tmp := filepath.Join(top, "test"), filepath.Join(top, "home"), filepath.Join(top, "tmp")
	bin := filepath.Join(home, ".cache", "connector-browser-test", "bin")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(bin), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{
		{"chmod", "755", top},
		{"mkdir", "-m", "700", tmp},
		{"cp", self, program},
		{"cp", "-R", "--preserve=mode,timestamps", "--reflink=auto", from, bin}, // its own: nobody may link to a file of another's
		{"rm", "-rf", filepath.Join(bin, "archives")},
		{"chown", "-R", strconv.Itoa(ordinaryID) + ":" + strconv.Itoa(ordinaryID), home, tmp},
	} {
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", strings.Join(words, " "), err, out)
		}
	}
	args := []string{"-test.run=^Test", "-test.skip=^" + t.Name() + "$", "-test.v"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	command := exec.Command(program, args...)
	command.Dir = tmp
	command.Env = append([]string{"HOME=" + home, "TMPDIR=" + tmp, "PATH=/usr/bin:/bin"}, env...)
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ordinaryID, Gid: ordinaryID}}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("as an ordinary user: %v\n%s", err, out)
	}
	if !strings.Contains(string(out), "\n--- PASS") {
		t.Errorf("nothing was tested\n%s", out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "--- ") || strings.Contains(line, "--- SKIP") {
			t.Log("as an ordinary user:", strings.TrimSpace(line))
		}
	}
}

package sandbox

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAsOrdinaryUser runs all other tests again under an id that owns nothing
// here, when root runs them: the walls stand for both alike.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("these tests run as an ordinary user already")
	}
	if outside, err := outsideIdentity(); err != nil || !outside.handOver {
		t.Skip("no second id exists here")
	}
	const id = 12345
	top, err := os.MkdirTemp("", "ordinary-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(top) })
	exe, home, tmp := filepath.Join(top, "sandbox.test"), filepath.Join(top, "home"), filepath.Join(top, "t")
	for _, err := range []error{
		copyProgram(self(), exe), os.Chmod(top, 0o755),
		os.Mkdir(home, 0o700), os.Chown(home, id, id), os.Mkdir(tmp, 0o700), os.Chown(tmp, id, id),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-test.run=^Test", "-test.skip=^(TestAsOrdinaryUser|TestRealUpstream)$", "-test.v"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	command := exec.Command(exe, args...)
	command.Dir = tmp
	command.Env = []string{"HOME=" + home, "TMPDIR=" + tmp, "PATH=/usr/bin:/bin"}
	command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: id, Gid: id}}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if passed := strings.Count(string(out), "\n--- PASS"); passed < 10 {
		t.Errorf("only %d tests passed\n%s", passed, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "--- SKIP") {
			t.Log("as an ordinary user:", strings.TrimSpace(line))
		}
	}
}

func copyProgram(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Close()
}

package sandbox

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"connector-browser/pins/pinstest"
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
		os.Mkdir(home, 0o700), os.Mkdir(tmp, 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	// The shared build again, where that user finds it.
	bin := filepath.Join(home, ".cache", "connector-browser-test", "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	pinstest.Copy(t, bin)
	for _, err := range []error{os.RemoveAll(filepath.Join(bin, "archives")), give(t, home, id), give(t, tmp, id)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-test.run=^Test", "-test.skip=^TestAsOrdinaryUser$", "-test.v", "-test.short"}
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

// give makes a tree the user's own: its folders, and a copy of each file that
// only its owner may read. The others are shared with root's and stay as they are.
func give(t *testing.T, tree string, id int) error {
	return filepath.WalkDir(tree, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil || !entry.IsDir() && info.Mode().Perm()&0o004 != 0 {
			return err
		}
		if !entry.IsDir() {
			pinstest.Own(t, path)
		}
		return os.Lchown(path, id, id)
	})
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

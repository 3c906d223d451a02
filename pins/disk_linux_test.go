package pins_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func mountTmpfs(at, size string) error {
	return syscall.Mount("tmpfs", at, "tmpfs", 0, "mode=0700,size="+size)
}

// A full disk is a sentence, wherever it happens, and leaves no build.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	from := laidOut(t, bigToy())
	for size, doing := range map[string]string{"2m": "keeping", "8m": "unpacking", "64m": ""} {
		t.Run(size, func(t *testing.T) {
			at := t.TempDir()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "PINS_TEST_INSTALL="+filepath.Join(at, "bin"), "PINS_TEST_FROM="+from, "PINS_TEST_TMPFS="+at, "PINS_TEST_SIZE="+size)
			cmd.SysProcAttr = &syscall.SysProcAttr{
				Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
			}
			out, err := cmd.Output()
			if _, started := err.(*exec.ExitError); err != nil && !started {
				t.Skipf("no user namespace can be made here: %v", err)
			}
			last := string(out)
			if doing == "" {
				if err != nil || !strings.HasSuffix(last, "installed\n") {
					t.Errorf("%v %q", err, last)
				}
				return
			}
			if err == nil || !strings.Contains(last, "refused: the disk is full while "+doing) || !strings.Contains(last, "free some space and run connector-browser install again") {
				t.Errorf("%v %q", err, last)
			}
		})
	}
}

package pins_test

import (
	"os"
	"os/exec"
	"syscall"
)

// asChild makes a command see itself as user 1000, as inside the walls.
func asChild(cmd *exec.Cmd) bool {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: os.Getgid(), Size: 1}},
	}
	return true
}

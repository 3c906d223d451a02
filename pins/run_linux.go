package pins

import (
	"os/exec"
	"runtime"
	"syscall"
)

// runWithUs runs a command that dies with this process, however that ends. The
// kernel ties the signal to the thread that started the child, so this one must
// not go away meanwhile.
func runWithUs(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd.Run()
}

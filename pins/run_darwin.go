package pins

import "os/exec"

// runWithUs runs a command. Here it may outlive this process by a moment: it
// prints a version and ends.
func runWithUs(cmd *exec.Cmd) error { return cmd.Run() }

package pins

import "golang.org/x/sys/unix"

// syncTree makes lasting everything that was written: the start check compares
// most files by size only, and a power cut may leave sizes without content.
func syncTree(string) error { return unix.Sync() }

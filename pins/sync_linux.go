package pins

import (
	"os"

	"golang.org/x/sys/unix"
)

// syncTree makes lasting everything that was written to the file system that
// holds the folder: the start check compares most files by size only, and a
// power cut may leave sizes without content.
func syncTree(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	return unix.Syncfs(int(f.Fd()))
}

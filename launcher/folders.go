package launcher

import (
	"os"
	"path/filepath"
	"strings"
)

// Folder is the folder of a launch, in the connector's directory.
type Folder struct {
	Path string
	Live bool // the launch that made it still runs, as its lock tells
}

// Folders lists the launches that run, and what those left that ended without
// clearing up. The caller holds the lock of the connector's directory: a folder
// that is just being made would pass for a dead one, and to look at its lock is
// to hold it for a moment.
func Folders(connector string) ([]Folder, error) {
	paths, err := launchFolders(connector)
	var folders []Folder
	for _, path := range paths {
		folders = append(folders, Folder{path, live(path)})
	}
	return folders, err
}

// launchFolders are the paths of all launch directories.
func launchFolders(connector string) (paths []string, err error) {
	entries, err := os.ReadDir(connector)
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), launchPrefix) {
			paths = append(paths, filepath.Join(connector, entry.Name()))
		}
	}
	return paths, err
}

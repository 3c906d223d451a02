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
	entries, err := os.ReadDir(connector)
	if err != nil {
		return nil, err
	}
	var folders []Folder
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), launchPrefix) {
			path := filepath.Join(connector, entry.Name())
			folders = append(folders, Folder{path, live(path)})
		}
	}
	return folders, nil
}

package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolders makes a folder and those above it, but never the home folder: a HOME
// that is not there was set by mistake, and what is put below it would be lost.
func MakeFolders(path string, mode fs.FileMode) error {
	if home, err := os.UserHomeDir(); err == nil {
		below, err := filepath.Rel(home, path)
		if _, missing := os.Stat(home); err == nil && filepath.IsLocal(below) && errors.Is(missing, fs.ErrNotExist) {
			return fmt.Errorf("HOME is %s, which does not exist and is not made; set HOME to your home folder", home)
		}
	}
	return Reason(os.MkdirAll(path, mode))
}

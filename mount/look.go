package mount

import (
	"os"
	"path/filepath"
)

// trusted says whether Codex's own settings trust the project; where they
// cannot be told, that is said of them and not of the project.
func trusted(h Host) bool {
	if (Target{Client: &codex, Place: Place{Scope: User}}).placed(h) != nil {
		return true
	}
	f, err := openFile(codexHome(h))
	if err != nil {
		return false
	}
	for _, folder := range []string{h.Folder, resolved(h.Folder), repository(resolved(h.Folder))} {
		found, err := codex.format.Find(f.text, "projects", folder, "trust_level")
		if err == nil && found != nil && found.Value == "trusted" {
			return true
		}
	}
	return false
}

// repository is the folder around this one that holds .git; the folder itself
// where there is none.
func repository(folder string) string {
	for at := folder; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return folder
		}
	}
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

package pins

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// missingLibrariesError says which shared libraries a browser needs and this
// machine lacks.
type missingLibrariesError struct {
	program string
	names   []string
	cure    string // the command that installs them, "" where we know none
}

func (e *missingLibrariesError) Error() string {
	s := fmt.Sprintf("%s needs shared libraries that this machine lacks: %s", e.program, strings.Join(e.names, ", "))
	if e.cure != "" {
		s += "; install them with `" + e.cure + "`"
	}
	return s
}

// absent gives the libraries of the lock's list that no folder of the system's
// linker has. It is known before anything is downloaded.
func absent(list []Library, platform Platform) []string {
	if !platform.linux() || platform != HostPlatform() {
		return nil
	}
	folders := systemFolders()
	var names []string
	for _, l := range list {
		if findLibrary(l.Name, folders, platform.machine()) == "" {
			names = append(names, l.Name)
		}
	}
	return names
}

// missingLibraries follows an executable's needed libraries (DT_NEEDED) as the
// system's linker would, with extra as LD_LIBRARY_PATH, and gives the names of
// those that are nowhere.
func missingLibraries(executable string, extra []string) ([]string, error) {
	system := systemFolders()
	queue := []string{executable}
	seen := map[string]bool{}
	var missing []string
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		f, err := elf.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s is no ELF file that can be read: %w", path, err)
		}
		needed, err := f.ImportedLibraries()
		own := runPaths(f, path)
		machine := f.Machine
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s does not say which libraries it needs: %w", path, err)
		}
		for _, name := range needed {
			if seen[name] {
				continue
			}
			seen[name] = true
			if found := findLibrary(name, slices.Concat(own, extra, system), machine); found != "" {
				queue = append(queue, found)
			} else {
				missing = append(missing, name)
			}
		}
	}
	sort.Strings(missing)
	return missing, nil
}

// runPaths are the folders that an ELF file itself names.
func runPaths(f *elf.File, path string) []string {
	var folders []string
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		values, _ := f.DynString(tag)
		for _, v := range values {
			for _, folder := range strings.Split(v, ":") {
				folder = strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path)).Replace(folder)
				if filepath.IsAbs(folder) {
					folders = append(folders, folder)
				}
			}
		}
	}
	return folders
}

// findLibrary is the path of the first library of that name for the processor.
func findLibrary(name string, folders []string, machine elf.Machine) string {
	for _, folder := range folders {
		path := filepath.Join(folder, name)
		f, err := elf.Open(path)
		if err != nil {
			continue
		}
		fits := f.Machine == machine && f.Class == elf.ELFCLASS64
		f.Close()
		if fits {
			return path
		}
	}
	return ""
}

// systemFolders are where the system's linker looks: what /etc/ld.so.conf names
// and its own defaults.
func systemFolders() []string {
	folders := configuredFolders("/etc/ld.so.conf", 0)
	for _, triplet := range []string{"", "/x86_64-linux-gnu", "/aarch64-linux-gnu"} {
		folders = append(folders, "/lib"+triplet, "/usr/lib"+triplet)
	}
	return append(folders, "/lib64", "/usr/lib64")
}

func configuredFolders(file string, depth int) []string {
	data, err := os.ReadFile(file)
	if err != nil || depth > 4 {
		return nil
	}
	var folders []string
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		pattern, include := strings.CutPrefix(line, "include ")
		switch {
		case include:
			if pattern = strings.TrimSpace(pattern); !filepath.IsAbs(pattern) {
				pattern = filepath.Join(filepath.Dir(file), pattern)
			}
			files, _ := filepath.Glob(pattern)
			for _, f := range files {
				folders = append(folders, configuredFolders(f, depth+1)...)
			}
		case filepath.IsAbs(line):
			folders = append(folders, line)
		}
	}
	return folders
}

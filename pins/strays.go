package pins

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// foreign refuses what lies between the trees: Node.js would find a module
// there.
func (c *check) foreign() error {
	stray, between, err := strays(c.bin, c.destinations())
	if err != nil {
		return err
	}
	if len(stray) > 0 {
		return &alteredError{stray[0], "was added"}
	}
	modes := map[string]uint32{c.bin: 0o700}
	for _, path := range between {
		modes[path] = itemMode(dir, false)
	}
	for path, mode := range modes {
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		if got := unixMode(info.Mode()); !info.IsDir() || got != mode {
			return &alteredError{path, fmt.Sprintf("got the mode %04o where %04o was", got, mode)}
		}
	}
	return nil
}

func (c *check) destinations() []string {
	var list []string
	for _, t := range c.record.Trees {
		list = append(list, t.Destination)
	}
	return list
}

// strays are the paths in bin/ that belong to no tree and are none of ours.
// Between are the folders that lead to a tree and are in none. What a killed
// installation left behind is in nobody's way.
func strays(bin string, destinations []string) (stray, between []string, err error) {
	var look func(rel string) error
	look = func(rel string) error {
		entries, err := os.ReadDir(filepath.Join(bin, filepath.FromSlash(rel)))
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := strings.TrimPrefix(rel+"/"+e.Name(), "/")
			above := func(d string) bool { return strings.HasPrefix(d, name+"/") }
			switch {
			case rel == "" && (slices.Contains(reservedNames, name) || strings.HasPrefix(name, unpackPrefix)):
			case slices.Contains(destinations, name):
			case slices.ContainsFunc(destinations, above) && e.IsDir():
				if err := look(name); err != nil {
					return err
				}
				between = append(between, filepath.Join(bin, filepath.FromSlash(name)))
			default:
				stray = append(stray, filepath.Join(bin, filepath.FromSlash(name)))
			}
		}
		return nil
	}
	err = look("")
	return stray, between, err
}

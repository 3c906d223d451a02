package pins

import (
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// check looks at the lock as a whole: one server, one runtime, a browser, and
// no two programs that fill the same place.
func (l *Lock) check() error {
	count := map[Role]int{}
	for _, p := range l.programs {
		count[p.Role]++
	}
	if count[server] != 1 || count[nodejs] != 1 || count[browser] == 0 {
		return errors.New("it needs exactly one server, one runtime and at least one browser")
	}
	for _, platform := range knownPlatforms {
		owner := map[string]string{}
		for _, p := range l.programs {
			for _, part := range p.parts(platform) {
				if other := owner[part.destination]; other != "" {
					return fmt.Errorf("%s and %s have the same destination", other, p.Name)
				}
				owner[part.destination] = p.Name
			}
		}
		for a := range owner {
			for b := range owner {
				if strings.HasPrefix(a, b+"/") {
					return fmt.Errorf("the destination %s lies inside %s", a, b)
				}
			}
		}
	}
	return nil
}

func (p *Program) check() error {
	switch {
	case !slices.Contains([]Role{server, nodejs, browser}, p.Role):
		return fmt.Errorf("the role must be %q, %q or %q", server, nodejs, browser)
	case p.Version == "" || strings.ContainsAny(p.Version, "/\\{} "):
		return errors.New("the version is missing or no version")
	case len(p.Archives) == 0:
		return errors.New("it names no archive")
	}
	for _, lib := range p.Libraries {
		if lib.Name == "" || lib.Debian == "" || lib.Fedora == "" || strings.Contains(lib.Name, "/") {
			return errors.New("a library needs a name and the packages of Debian and Fedora")
		}
	}
	for _, a := range p.Archives {
		if a == nil {
			return errors.New("an archive is null")
		}
		a.program = p
		if err := a.check(); err != nil {
			return fmt.Errorf("archive %s: %w", a.Name(), err)
		}
	}
	for _, platform := range knownPlatforms {
		starts := 0
		parts := p.parts(platform)
		for _, part := range parts {
			for i, a := range part.alternatives {
				if i > 0 && a.Start != part.alternatives[0].Start {
					return fmt.Errorf("the alternatives for %s on %s start different files", part.destination, platform)
				}
			}
			if part.alternatives[0].Start != "" {
				starts++
			}
		}
		if len(parts) > 0 && starts != 1 {
			return fmt.Errorf("exactly one archive for %s must say what is started", platform)
		}
	}
	return nil
}

func (a *Archive) check() error {
	if a.Platform != anyPlatform && !slices.Contains(knownPlatforms, a.Platform) {
		return errors.New("its platform is unknown")
	}
	if !isDigest(a.SHA256) {
		return errors.New("its sha256 is not 64 hexadecimal digits in lower case")
	}
	if a.Tree != "" && !isDigest(a.Tree) {
		return errors.New("its tree is not 64 hexadecimal digits in lower case")
	}
	if (a.Size > 0) == (a.MaxSize > 0) || a.Size < 0 || a.MaxSize < 0 || a.MaxUnpacked <= 0 {
		return errors.New("it needs max_unpacked and either size or max_size")
	}
	for _, source := range append([]string{a.Source}, a.Mirrors...) {
		if err := a.checkSource(source); err != nil {
			return err
		}
	}
	if a.Strip < 0 || a.Strip > 8 {
		return errors.New("strip must lie between 0 and 8")
	}
	if !isTreePath(a.Destination) || a.Destination == adoptedName || slices.Contains(reservedNames, strings.SplitN(a.Destination, "/", 2)[0]) {
		return errors.New("its destination is not a plain path below bin/")
	}
	return a.checkPaths()
}

// checkPaths looks at every path that the lock itself gives.
func (a *Archive) checkPaths() error {
	paths := append(slices.Clone(a.Only), a.Folders...)
	if a.Start != "" {
		paths = append(paths, a.Start)
		if _, ok := a.Content[a.Start]; !ok {
			return errors.New("what it starts is not listed under content")
		}
	}
	for p, digest := range a.Content {
		paths = append(paths, p)
		if digest != "" && !isDigest(digest) {
			return fmt.Errorf("the sha256 of %s is not 64 hexadecimal digits in lower case", p)
		}
	}
	for _, f := range a.Files {
		paths = append(paths, f.Path)
	}
	for name, p := range a.Env {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return errors.New("an environment variable has no proper name")
		}
		paths = append(paths, p)
	}
	if a.Nested != nil && a.Only == nil {
		return errors.New("an archive with nested archives must list the other files to unpack under only")
	}
	for _, n := range a.Nested {
		if !strings.HasSuffix(n.File, ".br") || slices.Contains(a.Only, n.File) {
			return fmt.Errorf("the nested file %s is not brotli, or is also listed under only", n.File)
		}
		if paths = append(paths, n.File); n.To != "." {
			paths = append(paths, n.To)
		}
	}
	for _, p := range paths {
		if !isTreePath(p) {
			return fmt.Errorf("%q is not a plain relative path", p)
		}
	}
	return nil
}

// isTreePath tells whether p names something strictly inside a folder, in the
// one spelling that path.Clean leaves alone.
func isTreePath(p string) bool {
	return checkName(p) == nil && path.Clean(p) == p && p != "."
}

func isDigest(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == 32 && s == strings.ToLower(s)
}

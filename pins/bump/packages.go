package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"connector-browser/pins"
)

// fetched are the upstream's packages: the server and the two that it needs.
type fetched struct{ packages []npmPackage }

type npmPackage struct {
	pins.NPMPackage
	name, version string
}

func (p npmPackage) source() string { return "npm:" + p.name + "@" + p.version }

// packageName is the name in npm:NAME@VERSION.
func packageName(source string) string {
	source = strings.TrimPrefix(source, "npm:")
	return source[:strings.LastIndexByte(source, '@')]
}

// fetch brings the three, and wants them to be all that is needed at run time
// (CB-004).
func fetch(ctx context.Context, version string) (*fetched, error) {
	f := &fetched{}
	needs, err := f.add(ctx, server, version)
	if err != nil {
		return nil, err
	}
	if got := slices.Sorted(maps.Keys(needs)); !slices.Equal(got, []string{tests, core}) {
		return nil, fmt.Errorf("%s needs %s, and only %s and %s are known here; the lock, the arguments and this command have to learn of the others first", server, strings.Join(got, ", "), tests, core)
	}
	for _, name := range []string{tests, core} {
		if !versionRule.MatchString(needs[name]) {
			return nil, fmt.Errorf("%s wants %s as %q, which is no exact version and cannot be pinned", server, name, needs[name])
		}
		more, err := f.add(ctx, name, needs[name])
		if err != nil {
			return nil, err
		}
		for other, wanted := range more {
			if other != core || wanted != needs[core] {
				return nil, fmt.Errorf("%s wants %s %s, which is not among the packages that are pinned with it", name, other, wanted)
			}
		}
	}
	return f, nil
}

// add brings one package, and gives what it needs by its own package.json.
func (f *fetched) add(ctx context.Context, name, version string) (map[string]string, error) {
	got, err := pins.FetchNPM(ctx, name, version)
	if err != nil {
		return nil, err
	}
	p := npmPackage{got, name, version}
	f.packages = append(f.packages, p)
	var declared struct {
		Dependencies map[string]string `json:"dependencies"`
	}
	err = p.read("package.json", &declared)
	return declared.Dependencies, err
}

func (f *fetched) of(name string) npmPackage {
	return f.packages[slices.IndexFunc(f.packages, func(p npmPackage) bool { return p.name == name })]
}

// browsers is the Chrome that playwright-core is made for.
type browsers struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
}

func (f *fetched) browsers() (browsers, error) {
	var listed struct {
		Browsers []struct {
			Name     string `json:"name"`
			Revision string `json:"revision"`
			Version  string `json:"browserVersion"`
		} `json:"browsers"`
	}
	if err := f.of(core).read("browsers.json", &listed); err != nil {
		return browsers{}, err
	}
	for _, b := range listed.Browsers {
		if b.Name == "chromium" && b.Version != "" {
			return browsers{b.Version, b.Revision}, nil
		}
	}
	return browsers{}, fmt.Errorf("the browsers.json of %s names no chromium", f.of(core).source())
}

// agrees wants the pinned Chrome for Testing to be that one (CB-005).
func (b browsers) agrees(lock *pins.Lock, version string) error {
	pinned := lock.Program(chrome)
	if pinned == nil {
		return fmt.Errorf("%s pins no %s", lockName, chrome)
	}
	if pinned.Version == b.Version {
		return nil
	}
	return fmt.Errorf("%s %s is made for Chrome %s (revision %s), and %s pins %s %s; change there %[6]s.version, and sha256 and size (or max_size) of each of its archives, then try again",
		server, version, b.Version, b.Revision, lockName, chrome, pinned.Version)
}

// read decodes one JSON file of the package.
func (p npmPackage) read(name string, into any) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(p.Tarball))
	if err != nil {
		return fmt.Errorf("%s: %w", p.source(), err)
	}
	files := tar.NewReader(io.LimitReader(unzipped, 256<<20))
	for {
		header, err := files.Next()
		switch {
		case errors.Is(err, io.EOF):
			return fmt.Errorf("%s has no %s", p.source(), name)
		case err != nil:
			return fmt.Errorf("%s: %w", p.source(), err)
		}
		if _, below, _ := strings.Cut(header.Name, "/"); below != name {
			continue
		}
		if err := json.NewDecoder(io.LimitReader(files, 1<<20)).Decode(into); err != nil {
			return fmt.Errorf("%s: its %s is not what was expected: %w", p.source(), name, err)
		}
		return nil
	}
}

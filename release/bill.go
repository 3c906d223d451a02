package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	connectorbrowser "connector-browser"
	"connector-browser/pins"
)

// The bill of materials: CycloneDX 1.6 in JSON (ECMA-424). It names what each
// binary says that it was built from, and the archives that install downloads. It
// has neither a time nor a serial number, so that it is the same for the same
// build.
type bill struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string      `json:"type"`
	Ref        string      `json:"bom-ref"`
	Name       string      `json:"name"`
	Version    string      `json:"version"`
	Scope      string      `json:"scope,omitempty"`
	Hashes     []digest    `json:"hashes,omitempty"`
	PURL       string      `json:"purl,omitempty"`
	References []reference `json:"externalReferences,omitempty"`
	Properties []property  `json:"properties,omitempty"`
}

type digest struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type reference struct {
	Type string `json:"type"`
	URL  string `json:"url"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// writeBill writes the bill of a version and its binaries.
func writeBill(path, version string, binaries []binary) error {
	b, err := newBill(version, binaries)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return write(path, append(text, '\n'))
}

func newBill(version string, binaries []binary) (*bill, error) {
	lock, err := pins.ParseLock(connectorbrowser.Lock)
	if err != nil {
		return nil, err
	}
	product := component{Type: "application", Ref: "connector-browser", Name: "connector-browser", Version: version, PURL: "pkg:golang/connector-browser@" + version}
	all := map[string]component{}
	whole := dependency{Ref: product.Ref}
	b := &bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{product}}
	for _, built := range binaries {
		c := component{Type: "application", Ref: "binary:" + built.name, Name: built.name, Version: version, Hashes: sha256Of(built.sha256)}
		all[c.Ref] = c
		whole.DependsOn = append(whole.DependsOn, c.Ref)
		needs := dependency{Ref: c.Ref}
		for _, module := range modules(built) {
			all[module.Ref] = module
			needs.DependsOn = append(needs.DependsOn, module.Ref)
		}
		slices.Sort(needs.DependsOn)
		b.Dependencies = append(b.Dependencies, needs)
	}
	for _, archive := range archives(lock) {
		all[archive.Ref] = archive
		whole.DependsOn = append(whole.DependsOn, archive.Ref)
	}
	slices.Sort(whole.DependsOn)
	b.Dependencies = append(b.Dependencies, whole)
	slices.SortFunc(b.Dependencies, func(a, b dependency) int { return cmp.Compare(a.Ref, b.Ref) })
	for _, ref := range slices.Sorted(maps.Keys(all)) {
		b.Components = append(b.Components, all[ref])
	}
	return b, nil
}

// modules are the Go modules in a binary, by its own account, and the standard
// library.
func modules(b binary) []component {
	found := []component{golang("std", strings.TrimPrefix(b.info.GoVersion, "go"), "")}
	for _, m := range b.info.Deps {
		if m.Replace != nil {
			m = &debug.Module{Path: m.Replace.Path, Version: m.Replace.Version, Sum: m.Replace.Sum}
		}
		found = append(found, golang(m.Path, m.Version, m.Sum))
	}
	return found
}

func golang(path, version, sum string) component {
	purl := "pkg:golang/" + path + "@" + url.PathEscape(version)
	c := component{Type: "library", Ref: purl, Name: path, Version: version, PURL: purl}
	if sum != "" {
		c.Properties = []property{{"go.sum", sum}} // the hash of a tree, not of a file
	}
	return c
}

// archives are what the lock pins: nothing of it is in a binary, and install
// brings it.
func archives(lock *pins.Lock) []component {
	var found []component
	for _, program := range lock.Programs() {
		for _, a := range program.Archives {
			c := component{
				Type: "application", Ref: "archive:" + a.SHA256, Name: program.Name, Version: program.Version, Scope: "optional", Hashes: sha256Of(a.SHA256),
				Properties: []property{{"connector-browser:platform", string(a.Platform)}, {"connector-browser:role", string(program.Role)}},
			}
			for _, source := range a.Sources() {
				if rest, npm := strings.CutPrefix(source, "npm:"); npm {
					at := strings.LastIndexByte(rest, '@')
					c.Name, c.Version = rest[:at], rest[at+1:]
					c.PURL = fmt.Sprintf("pkg:npm/%s@%s", strings.ReplaceAll(c.Name, "@", "%40"), url.PathEscape(c.Version))
				} else {
					c.References = append(c.References, reference{"distribution", source})
				}
			}
			found = append(found, c)
		}
	}
	return found
}

func sha256Of(hex string) []digest { return []digest{{"SHA-256", hex}} }

package pins

import (
	"context"
	"path/filepath"
)

// Parts of the room that its outer tests look at.
var (
	PublicAlias   = publicAlias
	NPMRegistry   = npmRegistry
	KnownPlatform = knownPlatforms
	CacheDir      = cacheDir
	ArchivesDir   = archivesDir
	CureFor       = cureFor
	Missing       = missingLibraries
)

// Destination of an archive, and what each platform's archives expand to.
func (a *Archive) Addresses(registry string) []string {
	var list []string
	for _, s := range a.Sources() {
		list = append(list, a.url(s, registry))
	}
	return list
}

// UnpackOnly brings one archive and gives the digest of its tree.
func UnpackOnly(ctx context.Context, o Options, a *Archive, folder string) (string, error) {
	o.Progress = silent{}
	f, err := newFetcher(ctx, o, o.Dir)
	if err != nil {
		return "", err
	}
	got, err := f.part(ctx, &part{program: a.program, destination: a.Destination, alternatives: []*Archive{a}})
	if err != nil {
		return "", err
	}
	defer got.file.Close()
	p, err := makePlan(ctx, got)
	if err != nil {
		return "", err
	}
	m, err := p.unpack(ctx, got, filepath.Join(folder, "tree"))
	return m.digest(), err
}

// FetchSmall is fetchSmall.
var FetchSmall = fetchSmall

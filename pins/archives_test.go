package pins_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// CB-003: every archive that npm carries, for whichever platform, has the
// sha256 and the size that the lock says, and unpacks to the tree that the lock
// says.
func TestArchivesFromNPM(t *testing.T) {
	t.Parallel()
	pinstest.Installed(t) // skips where no registry can be reached
	cache, err := pinstest.Cache()
	if err != nil {
		t.Fatal(err)
	}
	archives := filepath.Join(cache, "bin", pins.ArchivesDir)
	for _, p := range pinstest.Lock(t).Programs() {
		for _, a := range p.Archives {
			if !strings.HasPrefix(a.Source, "npm:") {
				continue
			}
			t.Run(a.Name(), func(t *testing.T) {
				from := archives
				if _, err := os.Stat(filepath.Join(from, a.Name())); err != nil {
					from = filepath.Join(cache, "others")
					if err := os.MkdirAll(from, 0o700); err != nil {
						t.Fatal(err)
					}
				}
				tree, err := pins.UnpackOnly(t.Context(), pins.Options{Lock: pinstest.Lock(t), Dir: from}, a, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				if tree != a.Tree {
					t.Errorf("the tree's digest is %s, the lock says %q", tree, a.Tree)
				}
			})
		}
	}
}

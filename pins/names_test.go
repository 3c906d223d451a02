package pins

import (
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzPlan: whatever two names and a link's target an archive holds, what the
// plan accepts stays below the tree, has no name twice on any file system, and
// no link leads out (CB-009).
func FuzzPlan(f *testing.F) {
	for _, s := range []string{"a", "a/b", "../a", "/a", "a/../b", "a//b", "A", "ä", "a\\b", "a\x00", ".", "a/.", "straße", "STRASSE", "é", "\u212a"} {
		for _, target := range []string{"a", "../a", "..", "../../a", "/a", "b/../../c", ""} {
			f.Add(s, "b/"+s, target)
		}
	}
	f.Fuzz(func(t *testing.T, one, two, target string) {
		p := &plan{archive: &Archive{Source: "npm:a@1", program: &Program{Version: "1"}}, entries: map[string]entry{}, folded: map[string]string{}}
		for _, e := range []entry{{name: one, kind: file}, {name: two, kind: file}, {name: two + "-link", kind: link, target: target}} {
			if err := p.add(e); err != nil && strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Errorf("the refusal is not one line: %q", err)
			}
		}
		seen := map[string]bool{}
		for name, e := range p.entries {
			if !filepath.IsLocal(name) || path.Clean(name) != name {
				t.Errorf("%q was accepted", name)
			}
			if key := strings.ToLower(name); seen[key] {
				t.Errorf("%q was accepted twice", name)
			} else {
				seen[key] = true
			}
			if e.kind == link {
				if to := path.Join(path.Dir(name), e.target); path.IsAbs(e.target) || to == ".." || strings.HasPrefix(to, "../") {
					t.Errorf("%q leads to %q", name, e.target)
				}
			}
		}
	})
}

// FuzzManifest: what is read back is what was written, byte for byte.
func FuzzManifest(f *testing.F) {
	f.Add([]byte("dir\t0755\t-\t-\ta\nfile\t0644\t3\t-\ta/b\nlink\t-\t-\t-\tc\ta/b\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseManifest(data)
		if err == nil && string(m.encode()) != string(data) {
			t.Errorf("%q", data)
		}
	})
}

package secrets_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"connector-browser/secrets"
)

func newDir(t *testing.T) *secrets.Dir {
	t.Helper()
	dir, err := secrets.Create(filepath.Join(t.TempDir(), "conf"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func named(t *testing.T, dir *secrets.Dir) []secrets.Named {
	t.Helper()
	all, err := dir.Named(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Secrets are stored, replaced, listed by name and
// removed; each is one file of mode 0600 in a folder of mode 0700.
func TestNamedSecrets(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	if all := named(t, dir); all != nil {
		t.Errorf("a new directory holds %v", all)
	}
	at := time.Unix(1_800_000_000, 0).UTC()
	word := secrets.Named{Name: "word", Hosts: []string{"example.com", "localhost:3000"}, Set: at, Value: "pass \"word\" é"}
	code := secrets.Named{Name: "Code_1-x", Hosts: []string{"example.com"}, Code: true, Set: at, Value: "JBSW Y3DP-ehpk3pxp"}
	for _, n := range []secrets.Named{word, {Name: "word", Hosts: word.Hosts, Set: at, Value: "before"}, word, code} {
		if err := dir.SetNamed(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]secrets.Named{code, word}, named(t, dir)); diff != "" {
		t.Errorf("-stored +listed:\n%s", diff)
	}
	for path, want := range map[string]fs.FileMode{"secrets": 0o700, "secrets/word": 0o600, "secrets/Code_1-x": 0o600} {
		if info, err := os.Stat(filepath.Join(dir.Path(), path)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, want %v (%v)", path, info.Mode().Perm(), want, err)
		}
	}
	if err := dir.RemoveNamed(t.Context(), "word"); err != nil {
		t.Fatal(err)
	}
	if err := dir.RemoveNamed(t.Context(), "word"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a second removal says %v", err)
	}
	if all := named(t, dir); len(all) != 1 {
		t.Errorf("left are %v", all)
	}
}

// What could not be withheld, typed or named is refused, and
// the refusal repeats nothing of it.
func TestNamedSecretsRefused(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	good := secrets.Named{Name: "word", Hosts: []string{"example.com"}, Value: "MARKER"}
	for what, spoil := range map[string]func(*secrets.Named){
		"a path for a name":     func(n *secrets.Named) { n.Name = "../MARKER" },
		"a digit in front":      func(n *secrets.Named) { n.Name = "1MARKER" },
		"a hidden name":         func(n *secrets.Named) { n.Name = ".MARKER" },
		"a name of 65":          func(n *secrets.Named) { n.Name = strings.Repeat("a", 65) },
		"no host":               func(n *secrets.Named) { n.Hosts = nil },
		"three bytes":           func(n *secrets.Named) { n.Value = "MAR" },
		"4 KiB and one":         func(n *secrets.Named) { n.Value = strings.Repeat("MARKER", 683) },
		"no UTF-8":              func(n *secrets.Named) { n.Value = "MARKER\xff" },
		"two lines":             func(n *secrets.Named) { n.Value = "MARKER\nMARKER" },
		"no base32":             func(n *secrets.Named) { n.Code, n.Value = true, "MARKER189!" },
		"a short key":           func(n *secrets.Named) { n.Code, n.Value = true, "MARKE" },
		"a counter for a clock": func(n *secrets.Named) { n.Code, n.Value = true, "otpauth://hotp/MARKER?secret=JBSWY3DPEHPK3PXP" },
		"no key in the address": func(n *secrets.Named) { n.Code, n.Value = true, "otpauth://totp/MARKER" },
	} {
		n := good
		spoil(&n)
		if err := dir.SetNamed(t.Context(), n); err == nil || strings.Contains(err.Error(), "MAR") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if all := named(t, dir); all != nil {
		t.Errorf("stored is %v", all)
	}
}

// A file that anybody could have put there is not believed.
func TestNamedSecretsPlanted(t *testing.T) {
	t.Parallel()
	for what, plant := range map[string]func(folder string) error{
		"open to others": func(folder string) error { return os.Chmod(filepath.Join(folder, "word"), 0o644) },
		"a link":         func(folder string) error { return os.Symlink("/etc/hostname", filepath.Join(folder, "other")) },
		"no secret": func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "other"), []byte("MARKER"), 0o600)
		},
		"a folder that others may enter": func(folder string) error { return os.Chmod(folder, 0o755) },
	} {
		dir := newDir(t)
		if err := dir.SetNamed(t.Context(), secrets.Named{Name: "word", Hosts: []string{"example.com"}, Value: "MARKER"}); err != nil {
			t.Fatal(err)
		}
		if err := plant(filepath.Join(dir.Path(), "secrets")); err != nil {
			t.Fatal(err)
		}
		if all, err := dir.Named(t.Context()); err == nil || strings.Contains(err.Error(), "MARKER") {
			t.Errorf("%s: %v, %v", what, all, err)
		}
	}
}

// It waits for the directory's lock, and a context ends that.
func TestNamedSecretsWaitForTheLock(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	held, err := dir.Lock(t.Context(), "a test", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := dir.SetNamed(ctx, secrets.Named{Name: "word", Hosts: []string{"example.com"}, Value: "MARKER"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("beside a holder it says %v", err)
	}
}

// RFC 6238, appendix B; the key is that of RFC 4226, appendix D.
func TestCodeAt(t *testing.T) {
	t.Parallel()
	const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
	for seconds, want := range map[int64]string{59: "94287082", 1111111109: "07081804", 1234567890: "89005924", 20000000000: "65353130"} {
		n := secrets.Named{Code: true, Value: "otpauth://totp/a?digits=8&secret=" + key}
		if code, err := n.CodeAt(time.Unix(seconds, 0)); err != nil || code != want {
			t.Errorf("at %d the code is %q, %v; want %q", seconds, code, err, want)
		}
		n.Value = strings.ToLower(key[:16]) + " " + key[16:]
		if code, err := n.CodeAt(time.Unix(seconds, 0)); err != nil || code != want[2:] {
			t.Errorf("of the bare key it is %q, %v; want %q", code, err, want[2:])
		}
	}
}

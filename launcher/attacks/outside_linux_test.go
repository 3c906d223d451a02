package attacks

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// outside is what the person has beside a launch.
type outside struct {
	conf    *launchtest.Conf
	secrets []string // files that hold words, each a wall's business
	words   string
	build   map[string]string // of the pinned build: size, time and mode
}

// furnish puts files of the person's where an attacker would look.
func furnish(t *testing.T, conf *launchtest.Conf) *outside {
	t.Helper()
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	inHome, err := os.MkdirTemp(home, ".connector-browser-attack-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(inHome) })
	o := &outside{conf: conf, words: "the person's own words", build: map[string]string{}}
	for _, path := range []string{
		filepath.Join(inHome, "id_ed25519"),
		filepath.Join(t.TempDir(), "elsewhere"),
		filepath.Join(conf.Dir, "connectors", "mail", "SECRET"),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(o.words), 0o644); err != nil {
			t.Fatal(err)
		}
		o.secrets = append(o.secrets, path)
	}
	connector, err := secrets.Open(conf.Dir)
	if err == nil {
		err = connector.SetNamed(t.Context(), secrets.Named{Name: "SHOP", Hosts: []string{"shop.example"}, Value: "the person's own password"})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range buildFiles(conf) {
		o.build[path] = facts(t, path)
	}
	return o
}

// beside puts another launch there, once the attacked one runs.
func (o *outside) beside(t *testing.T, l *launch) {
	t.Helper()
	other := o.conf.Connector("launch-another")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(other) })
	held, err := os.Open(other)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { held.Close() })
	if err := unix.Flock(int(held.Fd()), unix.LOCK_EX); err != nil { // as a launch that runs
		t.Fatal(err)
	}
	path := filepath.Join(other, "BROWSER_STORAGE_STATE")
	if err := os.WriteFile(path, []byte(o.words), 0o644); err != nil {
		t.Fatal(err)
	}
	o.secrets = append(o.secrets, path)
}

// untouched wants everything outside to be what it was, and removes what beside
// put there.
func (o *outside) untouched(t *testing.T) {
	t.Helper()
	for _, path := range o.secrets {
		if text, err := os.ReadFile(path); err != nil || string(text) != o.words {
			t.Errorf("%s became %q, %v", path, text, err)
		}
	}
	for path, was := range o.build {
		if is := facts(t, path); is != was {
			t.Errorf("%s became %s, was %s", path, is, was)
		}
	}
	os.RemoveAll(o.conf.Connector("launch-another"))
}

func buildFiles(conf *launchtest.Conf) []string {
	return []string{
		conf.Connector("bin", "node", "bin", "node"),
		conf.Connector("bin", "node_modules", "@playwright", "mcp", "cli.js"),
		conf.Connector("bin", "node_modules", "playwright-core", "package.json"),
		conf.Connector("bin", "chromium-headless", "chromium"),
		attacker(conf),
	}
}

func facts(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return quote([]any{info.Size(), info.ModTime(), info.Mode()})
}

package doctor

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins/pinstest"
	"connector-browser/secrets"
)

// TestMain gives the tests a home of their own, since the canary's bait is put
// into it, and leaves the shared build where it is.
func TestMain(m *testing.M) {
	sandbox.Stage2()
	if len(os.Args) == 3 && os.Args[1] == "machine" {
		machines[os.Args[2]]()
		return
	}
	os.Exit(atHome(m))
}

func atHome(m *testing.M) int {
	cache, err := os.UserCacheDir()
	if err != nil {
		panic(err)
	}
	home, err := os.MkdirTemp("", "home-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(home)
	os.Setenv("XDG_CACHE_HOME", cache)
	os.Setenv("HOME", home)
	return m.Run()
}

// newDoctor is one for a configuration directory and for what this repository
// pins. The program that the engine is to start is the test's own.
func newDoctor(t testing.TB, conf string) *Doctor {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d := New(connectorbrowser.Lock, connectorbrowser.Record, program)
	d.place = func() (string, error) { return conf, nil }
	return d
}

// scratch makes a configuration directory with a connector's directory in it
// and nothing installed.
func scratch(t testing.TB) (conf string, dir *secrets.Dir) {
	t.Helper()
	conf = filepath.Join(t.TempDir(), "conf")
	dir, err := secrets.Create(conf)
	if err != nil {
		t.Fatal(err)
	}
	return conf, dir
}

// installed is scratch with the real pinned build, and not on a memory file
// system, since its files are hard links to the shared ones.
func installed(t testing.TB) (conf string, dir *secrets.Dir) {
	t.Helper()
	pinstest.Installed(t)
	cache, err := pinstest.Cache()
	if err != nil {
		t.Fatal(err)
	}
	if conf, err = os.MkdirTemp(cache, "doctor-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(conf) })
	if dir, err = secrets.Create(conf); err != nil {
		t.Fatal(err)
	}
	pinstest.Copy(t, dir.Bin())
	return conf, dir
}

// look runs the named probes, which are given in the doctor's order, and
// returns what the last one found.
func look(t testing.TB, d *Doctor, names ...string) (last Result) {
	t.Helper()
	for _, p := range probes {
		if len(names) > 0 && p.name == names[0] {
			last, names = p.run(context.Background(), d), names[1:]
			if last.Status == Failed && last.Mend == "" {
				t.Errorf("%s failed and does not say what mends it: %s", last.Name, last.Sentence)
			}
			if strings.HasSuffix(last.Sentence, ".") || strings.Contains(last.Sentence, "\n") && strings.Count(last.Sentence, "\n") != strings.Count(last.Mend, "\n") {
				t.Errorf("%s: neither one sentence nor one for each line of what mends it: %q", last.Name, last.Sentence)
			}
		}
	}
	if len(names) > 0 {
		t.Fatalf("there is no probe %q at that place", names[0])
	}
	return last
}

// want compares a result with its status and with what its sentence and its
// command say, both regular expressions.
func (r Result) want(t testing.TB, status Status, sentence, mend string) {
	t.Helper()
	if r.Status != status || !regexp.MustCompile(sentence).MatchString(r.Sentence) || !regexp.MustCompile(mend).MatchString(r.Mend) || (mend == "") != (r.Mend == "") {
		t.Errorf("%s: %s: %q, mended by %q; want %s: %q, mended by %q", r.Name, r.Status, r.Sentence, r.Mend, status, sentence, mend)
	}
}

// obey runs the command that a result ends with.
func (r Result) obey(t testing.TB) {
	t.Helper()
	if out, err := exec.Command("sh", "-c", r.Mend).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", r.Mend, err, out)
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

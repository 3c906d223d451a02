package doctor

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins/pinstest"
	"connector-browser/secrets"
)

// canary is a doctor that is about to look at the canary, with a handle in its
// connector's directory.
func canary(t *testing.T) *Doctor {
	t.Helper()
	conf, dir := scratch(t)
	must(t, dir.Store(t.Context(), secrets.Login{State: []byte(secrets.CleanProfile)}))
	d := newDoctor(t, conf)
	look(t, d, "platform", "configuration", "directory")
	d.checked, d.walled = pinstest.Build(t), true
	return d
}

// outside does the job without walls: Node.js as a child like any other.
func outside(j job) ([]byte, error) {
	return exec.CommandContext(j.ctx, j.build.Node, j.args...).Output()
}

// Inside the walls every attempt fails: at files of the user's, the login state
// among them, the host's sockets, this process and its environment (SN-004).
func TestCanary(t *testing.T) {
	look(t, canary(t), "canary").want(t, OK, "^8 attempts to get out of the walls failed", "")
	left, err := filepath.Glob(filepath.Join(os.Getenv("HOME"), ".connector-browser-canary-*"))
	must(t, err)
	if left != nil {
		t.Errorf("the canary's bait is left: %q", left)
	}
}

// Without walls the same code, by the same judge, gets everywhere: the canary
// would notice.
func TestCanaryWithoutWalls(t *testing.T) {
	d := canary(t)
	d.inside = outside
	r := look(t, d, "canary")
	r.want(t, Failed, "^CODE INSIDE THE WALLS GOT OUT: it could ", "report this")
	for _, attempt := range []string{
		"read " + filepath.Join(d.dir.Path(), stateName), "read " + os.Getenv("HOME"), "read " + os.TempDir(),
		"connect to 127.0.0.1:", "connect to an abstract socket", "see process", "signal process", "read environment",
	} {
		if !strings.Contains(r.Sentence, attempt) {
			t.Errorf("%q did not work without walls, so it proves nothing: %s", attempt, r.Sentence)
		}
	}
	if strings.Contains(r.Sentence, "cookies") {
		t.Errorf("what a handle holds is said: %s", r.Sentence)
	}
}

// One hole is enough, and it is named: here walls that show the user's home.
func TestCanaryWithOneHole(t *testing.T) {
	d := canary(t)
	home := os.Getenv("HOME")
	must(t, os.Chmod(home, 0o755)) // when root looks, the inside is another user
	d.inside = func(j job) ([]byte, error) {
		bait, err := filepath.Glob(home + "/.connector-browser-canary-*")
		must(t, err)
		for _, path := range bait {
			must(t, os.Chmod(path, 0o644))
		}
		open := *j.build
		open.ReadOnly = append([]string{home}, open.ReadOnly...)
		j.build = &open
		return inWalls(j)
	}
	look(t, d, "canary").want(t, Failed, "^CODE INSIDE THE WALLS GOT OUT: it could read "+home+"/.connector-browser-canary-[0-9]+$", "report")
}

// An attempt that was not made has not failed.
func TestCanaryThatDidNotTryEverything(t *testing.T) {
	d := canary(t)
	for name, c := range map[string]struct {
		printed string
		err     error
		says    string
	}{
		"nothing":  {"[]", nil, `did not get to try everything: "see process" is missing`},
		"half":     {`[{"name":"see process","error":"none"}`, nil, "did not get to try everything"},
		"no words": {"", errors.New("it ended with code 1"), "did not get to try everything: it ended with code 1"},
	} {
		d.inside = func(job) ([]byte, error) { return []byte(c.printed), c.err }
		t.Run(name, func(t *testing.T) { look(t, d, "canary").want(t, Failed, c.says, "^connector-browser doctor$") })
	}
}

// A canary that hangs is given up.
func TestCanaryThatHangs(t *testing.T) {
	d := canary(t)
	d.inside = func(j job) ([]byte, error) {
		ctx, cancel := context.WithCancel(j.ctx)
		cancel()
		return inWalls(job{ctx, j.build, []string{"-e", "setInterval(() => {}, 1000)"}})
	}
	look(t, d, "canary").want(t, Failed, "it was not done in time", "^connector-browser doctor$")
}

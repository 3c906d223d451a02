package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"connector-browser/bench/bare"
	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

// TestTheBareUpstreamFailsEveryWall walks the demo against the pinned upstream
// without walls and relay. Whatever should be stopped has to come through
// there: a step that succeeds here as well would prove nothing in the demo.
func TestTheBareUpstreamFailsEveryWall(t *testing.T) {
	build, err := json.Marshal(pinstest.Build(t))
	if err != nil {
		t.Fatal(err)
	}
	ownCache(t)
	t.Setenv(standIn, string(build))
	report, err := Run(t.Context(), Options{Program: os.Args[0], Table: testLog{t}, Notes: testLog{t}})
	if err != nil {
		t.Fatal(err)
	}
	came := map[string]Outcome{}
	for _, o := range report.Steps {
		came[o.Name] = o
	}
	for _, f := range families() {
		for _, s := range f.steps {
			o, tried := came[s.name]
			stopped := strings.HasPrefix(f.title, "stopped")
			switch {
			case !tried:
				t.Errorf("%q was not tried", s.name)
			case stopped && o.OK:
				t.Errorf("%q is stopped without any wall, so it proves nothing: got %s", s.name, o.Got)
			case !stopped && !o.OK && f.title != "worked to the end":
				t.Errorf("%q does not work with the bare upstream: got %s", s.name, o.Got)
			}
		}
	}
}

// standIn makes this test binary the program that a walk drives: the value is
// an installed build, as JSON.
const standIn = "DEMO_TEST_STAND_IN"

func TestMain(m *testing.M) {
	if build := os.Getenv(standIn); build != "" && len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		if err := standInVerb(os.Args[1], build); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// standInVerb does what a person could do without connector-browser.
func standInVerb(verb, build string) error {
	connector := filepath.Join(os.Getenv("CONFIG_LOCAL_DIR"), "connectors", "browser")
	handle := filepath.Join(connector, "BROWSER_STORAGE_STATE")
	switch verb {
	case "install":
		return os.MkdirAll(connector, 0o700)
	case "auth":
		var request struct{ StorageStateFile string }
		if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
			return err
		}
		state, err := os.ReadFile(request.StorageStateFile)
		if err != nil {
			return err
		}
		return os.WriteFile(handle, state, 0o600)
	case "status":
		if _, err := os.Stat(handle); err != nil {
			fmt.Println(`{"state":"unauthorized","tools":[]}`)
			return nil
		}
		return json.NewEncoder(os.Stdout).Encode(map[string]any{"state": "authorized", "tools": make([]string, allTools)})
	case "run":
		return runBare(connector, handle, build)
	}
	return errors.New("there is no such verb")
}

// runBare becomes the upstream.
func runBare(connector, handle, installed string) error {
	var build pins.Build
	if err := json.Unmarshal([]byte(installed), &build); err != nil {
		return err
	}
	launch, err := os.MkdirTemp(connector, "launch-")
	if err != nil {
		return err
	}
	upstream, err := bare.New(&build, launch)
	if err != nil {
		return err
	}
	cmd := upstream.Command(launch, handle)
	if err := os.Chdir(launch); err != nil {
		return err
	}
	return syscall.Exec(cmd.Path, cmd.Args, cmd.Env)
}

// testLog is a writer whose lines go to the test's log.
type testLog struct{ t *testing.T }

func (l testLog) Write(b []byte) (int, error) {
	l.t.Log(strings.TrimRight(string(b), "\n"))
	return len(b), nil
}

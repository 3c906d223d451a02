package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"connector-browser/launcher/sandbox"
)

// TestMain lets the scripts run this very test binary as connector-browser.
func TestMain(m *testing.M) {
	sandbox.Stage2()
	testscript.Main(m, map[string]func(){"connector-browser": main})
}

// TestScripts runs every script in testdata, each with a home and a
// configuration directory of its own. They read as a manual of the verbs.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			home, conf := filepath.Join(env.WorkDir, "home"), filepath.Join(env.WorkDir, "conf")
			for _, dir := range []string{home, conf} {
				if err := os.Mkdir(dir, 0o700); err != nil {
					return err
				}
			}
			env.Setenv("HOME", home)
			env.Setenv("CONFIG_LOCAL_DIR", conf)
			return nil
		},
	})
}

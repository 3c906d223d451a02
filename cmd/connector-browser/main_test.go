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
// configuration directory of its own. They read as a manual of the verbs. Two
// commands are added to testscript's: "put FILE TEXT" writes exactly that text
// and "holds FILE TEXT" wants exactly it, neither with a newline at the end.
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
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"put": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 2 {
					ts.Fatalf("usage: put FILE TEXT")
				}
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(args[1]), 0o600))
			},
			"holds": func(ts *testscript.TestScript, neg bool, args []string) {
				if len(args) != 2 {
					ts.Fatalf("usage: holds FILE TEXT")
				}
				if got := ts.ReadFile(args[0]); (got == args[1]) == neg {
					ts.Fatalf("%s holds %q", args[0], got)
				}
			},
		},
	})
}

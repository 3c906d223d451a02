package pins_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins"
)

// fakeNPM puts a program called npm alone into PATH.
func fakeNPM(t *testing.T, script string) string {
	t.Helper()
	folder := t.TempDir()
	if script != "" {
		must(os.WriteFile(filepath.Join(folder, "npm"), []byte("#!/bin/sh\n"+script), 0o755))
	}
	t.Setenv("PATH", folder)
	t.Setenv("NPM_CONFIG_REGISTRY", "")
	t.Setenv("npm_config_registry", "")
	return folder
}

// The registry is the one that the environment or npm names; where there is no
// npm it is the public alias.
func TestRegistry(t *testing.T) {
	for name, c := range map[string]struct{ npm, env, want, refusal string }{
		"npm's":                     {npm: "echo https://npm.corp.test/path/", want: "https://npm.corp.test/path/"},
		"npm's, plain http":         {npm: "echo http://localhost:4873", want: "http://localhost:4873"},
		"the environment's":         {npm: "echo https://no.test", env: "https://env.test/", want: "https://env.test/"},
		"no npm":                    {want: pins.PublicAlias},
		"npm fails":                 {npm: "echo secret-word >&2; exit 3", refusal: "`npm config get registry` failed (exit status 3); mend npm or set NPM_CONFIG_REGISTRY"},
		"npm prints garbage":        {npm: "echo secret-word is no address", refusal: "`npm config get registry` gives no http or https address"},
		"npm prints nothing":        {npm: "true", refusal: "gives no http or https address"},
		"npm says undefined":        {npm: "echo undefined", refusal: "gives no http or https address"},
		"npm says too much":         {npm: "i=0; while [ $i -lt 20000 ]; do echo secret-word; i=$((i+1)); done", refusal: "gives no http or https address"},
		"a file":                    {npm: "echo file:///etc/passwd", refusal: "gives no http or https address"},
		"the environment's garbage": {env: "secret-word", refusal: "NPM_CONFIG_REGISTRY gives no http or https address"},
	} {
		t.Run(name, func(t *testing.T) {
			fakeNPM(t, c.npm)
			if c.env != "" {
				t.Setenv("NPM_CONFIG_REGISTRY", c.env)
			}
			got, err := pins.NPMRegistry(t.Context())
			if got != c.want {
				t.Errorf("%q, not %q", got, c.want)
			}
			if c.refusal == "" && err != nil || c.refusal != "" && (err == nil || !strings.Contains(err.Error(), c.refusal)) {
				t.Errorf("%v", err)
			}
			if err != nil && strings.Contains(err.Error(), "secret-word") {
				t.Errorf("the refusal repeats what was printed: %v", err)
			}
		})
	}
}

// CB-004: npm is asked for its registry at most, and never run to install.
func TestPoisonedNPM(t *testing.T) {
	path := os.Getenv("PATH")
	folder := fakeNPM(t, `echo "$@" >>"`+filepath.Join(t.TempDir(), "calls")+`"
case "$*" in "config get registry") echo https://`+registryHost+` ;; *) exit 66 ;; esac
`)
	script, err := os.ReadFile(filepath.Join(folder, "npm"))
	must(err)
	_, calls, _ := strings.Cut(string(script), `>>"`)
	calls, _, _ = strings.Cut(calls, `"`)
	t.Setenv("PATH", folder+string(os.PathListSeparator)+path)
	o := serve(t, newToy()).options(t)
	o.Registry = nil
	install(t, o)
	got, err := os.ReadFile(calls)
	if err != nil || string(got) != "config get registry\n" {
		t.Errorf("npm was run: %q %v", got, err)
	}
	// and not even asked where nothing has to be fetched
	must(os.Remove(calls))
	install(t, o)
	if got, err := os.ReadFile(calls); err == nil {
		t.Errorf("npm was run: %q", got)
	}
}

// A broken npm is no reason to hang or to fetch from anywhere else.
func TestInstallWithoutRegistry(t *testing.T) {
	fakeNPM(t, "exit 1")
	h := serve(t, newToy())
	o := h.options(t)
	o.Registry = nil
	refused(t, o, "`npm config get registry` failed")
	if asked(h, registryHost) {
		t.Error("something was fetched")
	}
	o.Registry = func(context.Context) (string, error) { return "https://" + registryHost, nil }
	t.Setenv("PATH", "/usr/bin:/bin")
	install(t, o)
}

package launcher_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// What the upstream is told, and nothing else (CB-090); with the export on, two
// words more, the last ones.
func table(conf *launchtest.Conf, dir string, export bool) []string {
	table := strings.Fields(fmt.Sprintf(`
		%[1]s/node/bin/node %[1]s/node_modules/@playwright/mcp/cli.js
		--headless --isolated --browser chromium --sandbox --block-service-workers --no-webmcp
		--timeout-navigation 60000 --output-max-size 67108864
		--executable-path %[1]s/chromium-headless/chromium
		--output-dir %[2]s/out --storage-state %[2]s/BROWSER_STORAGE_STATE
		--proxy-server http://127.0.0.1:3128 --file-paths absolute`, conf.Connector("bin"), dir))
	if export {
		table = append(table, "--caps", "storage")
	}
	return table
}

// never are the options that would undo a wall or open a door (CB-099, and what
// the pinned version offers beyond that list).
var never = []string{
	"--no-sandbox", "--user-data-dir", "--save-session", "--secrets", "--allow-unrestricted-file-access",
	"--proxy-bypass", "--port", "--host", "--init-script", "--init-page", "--config", "--extension",
	"--cdp-endpoint", "--allowed-origins", "--blocked-origins",
	"--endpoint", "--cdp-header", "--cdp-timeout", "--profile-dir-name", "--allowed-hosts",
	"--grant-permissions", "--ignore-https-errors", "--shared-browser-context", "--idle-timeout",
}

// The child of each of the two tables, looked at from the host while it runs.
func TestChild(t *testing.T) {
	t.Parallel()
	for name, export := range map[string]bool{"export off": false, "export on": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := launchtest.New(t).Auth("", export)
			l := start(t, conf)
			l.Up()
			node, dir := conf.Node(), l.directory()

			t.Run("CB-090 CB-091 its arguments", func(t *testing.T) {
				if diff := cmp.Diff(table(conf, dir, export), node.Args); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			})
			t.Run("CB-099 never given", func(t *testing.T) {
				for _, option := range never {
					if slices.ContainsFunc(node.Args, func(arg string) bool { return arg == option || strings.HasPrefix(arg, option+"=") }) {
						t.Errorf("the child is given %s", option)
					}
				}
			})
			t.Run("CB-071 it works in the output folder", func(t *testing.T) {
				if cwd, err := node.Link("cwd"); err != nil || cwd != filepath.Join(dir, "out") {
					t.Errorf("it works in %s, %v", cwd, err)
				}
			})
			t.Run("CB-079 CB-150 its folder", func(t *testing.T) {
				for file, mode := range map[string]fs.FileMode{
					"": fs.ModeDir | 0o700, "out": fs.ModeDir | 0o700, "home": fs.ModeDir | 0o700, "BROWSER_STORAGE_STATE": 0o600,
				} {
					if info, err := os.Lstat(filepath.Join(dir, file)); err != nil || info.Mode() != mode {
						t.Errorf("%q: %v, %v; want %v", file, info, err, mode)
					}
				}
				if state, err := os.ReadFile(filepath.Join(dir, "BROWSER_STORAGE_STATE")); err != nil || string(state) != secrets.CleanProfile {
					t.Errorf("its login state is %q, %v", state, err)
				}
			})
			l.leaves()
		})
	}
}

// CB-077, CB-078: the child's environment is exactly this, seen from inside by
// code that escaped from the page's script. HOME is the launch's own.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	l := start(t, conf)
	var inside struct {
		Env map[string]string
		Cwd string
	}
	l.Run(`async page => { `+launchtest.Escape+` return { Env: p.env, Cwd: p.cwd() } }`, &inside)
	dir, bin := l.directory(), conf.Connector("bin")
	want := map[string]string{
		"PATH": "/usr/bin:/bin", "HOME": filepath.Join(dir, "home"), "TMPDIR": "/tmp",
		"LANG": "en_US.UTF-8", "TZ": "Europe/Lisbon",
		"NODE_COMPILE_CACHE_PORTABLE": "1",
	}
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME"} {
		if value, ok := os.LookupEnv(name); ok {
			want[name] = value
		}
	}
	for name, value := range inside.Env {
		if _, ok := want[name]; !ok && strings.HasPrefix(value, bin) {
			delete(inside.Env, name) // where the pinned build finds its own parts
		}
	}
	if diff := cmp.Diff(want, inside.Env); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if inside.Cwd != filepath.Join(dir, "out") {
		t.Errorf("it works in %s", inside.Cwd)
	}
	l.leaves()
}

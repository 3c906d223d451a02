package doctor

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

var toBuild = []string{"platform", "configuration", "directory", "lock", "build"}

// A build that differs by one byte is found, with its path and the command that
// puts it back; and that does (CB-016, SN-004).
func TestBuild(t *testing.T) {
	t.Parallel()
	conf, dir := installed(t)
	d := newDoctor(t, conf)
	look(t, d, toBuild...).want(t, OK, "intact, with "+pinstest.Browser, "")

	script := filepath.Join(dir.Bin(), "node_modules/@playwright/mcp/cli.js")
	pinstest.Own(t, script)
	text, err := os.ReadFile(script)
	must(t, err)
	text[len(text)-1] ^= 1
	must(t, os.WriteFile(script, text, 0o644))
	d = newDoctor(t, conf)
	look(t, d, toBuild...).want(t, Failed, "playwright/mcp/cli.js .* since it was installed", "^connector-browser install$")
	for _, needs := range []string{"libraries", "node", "browser", "canary"} {
		look(t, d, needs).want(t, Skipped, "see build", "")
	}

	_, err = pins.Install(context.Background(), pins.Options{ // what the command does; the archives are there
		Lock: d.lock, Platform: d.platform, Dir: dir.Bin(),
		Registry: func(context.Context) (string, error) { return "", errors.New("nothing is to be downloaded") },
	})
	must(t, err)
	look(t, newDoctor(t, conf), toBuild...).want(t, OK, "intact", "")
}

// Nothing installed is no mystery, whether there is a directory or not (CB-012).
func TestNothingInstalled(t *testing.T) {
	t.Parallel()
	conf, _ := scratch(t)
	look(t, newDoctor(t, conf), toBuild...).want(t, Failed, "nothing usable is installed: .*installed.json$", "^connector-browser install$")
	conf = filepath.Join(t.TempDir(), "none")
	must(t, os.Mkdir(conf, 0o700))
	look(t, newDoctor(t, conf), "platform", "configuration", "directory", "build").want(t, Failed, "^nothing is installed yet$", "^connector-browser install$")
}

// A library that the system no longer has is named. The file is one of the real
// browser's, made to need something that there is not.
func TestLibraries(t *testing.T) {
	t.Parallel()
	d := newDoctor(t, t.TempDir())
	look(t, d, "platform")
	d.checked = pinstest.Build(t)
	look(t, d, "libraries").want(t, OK, "finds every shared library", "")

	var folder string
	for _, variable := range d.checked.Env {
		if value, ok := strings.CutPrefix(variable, "LD_LIBRARY_PATH="); ok {
			folder = value
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "libnssutil3.so"))
	must(t, err)
	needy := filepath.Join(t.TempDir(), "needy.so")
	write(t, needy, string(bytes.ReplaceAll(text, []byte("libnspr4.so"), []byte("libnope4.so"))))
	d.checked = &pins.Build{Browser: needy, BrowserName: "needy", Env: d.checked.Env}
	look(t, d, "libraries").want(t, Failed, "^needy needs shared libraries that this machine lacks: libnope4.so$", "^install the packages ")
}

// Node.js is started in the walls and asked; what does not run, or is another
// one, is no Node.js.
func TestNode(t *testing.T) {
	t.Parallel()
	d := newDoctor(t, t.TempDir())
	look(t, d, "platform")
	look(t, d, "node").want(t, Skipped, "see build", "")
	real := pinstest.Build(t)
	d.checked = real
	look(t, d, "node").want(t, Skipped, "see walls", "")
	d.walled = true
	look(t, d, "node").want(t, OK, `^/.*/bin/node runs in the walls and is Node.js v24[0-9.]+$`, "")

	for program, says := range map[string]string{"false": "does not run in the walls: it ended with code 1", "true": `says that it is "true .* where binaries.lock.json pins v`} {
		path, err := exec.LookPath(program)
		must(t, err)
		broken := *d.checked
		broken.Node = path
		d.checked = &broken
		look(t, d, "node").want(t, Failed, says, "^connector-browser install$")
		d.checked = real
	}
}

package launcher_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

const plantedState = `{"cookies":[{"name":"planted","value":"planted","domain":"a.test","path":"/"}],"origins":[]}`

// CB-135: whatever a page downloads, and whatever it calls that, a save takes the
// file that it named itself and no other.
func TestDownloadedStateIsNotTaken(t *testing.T) {
	t.Parallel()
	const names = `["storage-state.json", "storage-state-2026-01-01T00-00-00-000Z.json", "BROWSER_STORAGE_STATE", "../BROWSER_STORAGE_STATE", "../../BROWSER_STORAGE_STATE", "state-aaaaaaaaaaaaaaaaaaaaaaaaaa.json"]`
	hostile := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.Header().Set("Content-Disposition", `attachment; filename="`+strings.TrimPrefix(r.URL.Path, "/")+`"`)
			w.Write([]byte(plantedState))
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<title>hostile</title><script>document.cookie = "real=cookie"</script>`))
	}))
	t.Cleanup(hostile.Close)
	conf := launchtest.New(t).Auth("", true).Policy(allow(hostile))
	l := start(t, conf)
	l.Does("browser_navigate", launchtest.Arguments{"url": hostile.URL})
	download := func() {
		t.Helper()
		l.Evaluate(`async () => { for (const name of `+names+`) {
			const a = document.createElement("a"); a.href = "/" + encodeURIComponent(name); a.download = name; document.body.append(a); a.click();
			await new Promise(done => setTimeout(done, 200));
		} return 1 }`, nil)
	}
	download()
	if !launchtest.Within(waiting, func() bool {
		found, _ := filepath.Glob(filepath.Join(l.directory(), "out", "*torage-state*"))
		return len(found) > 0
	}) {
		entries, _ := os.ReadDir(filepath.Join(l.directory(), "out"))
		t.Fatalf("nothing was downloaded: %v", entries)
	}
	saving := l.Call(save, nil) // while more of them come
	download()
	if answer := l.Await(saving); answer.IsError() || strings.Contains(answer.Line, "not stored") {
		t.Errorf("answered %s", answer.Line)
	}
	if state := conf.State(); strings.Contains(state, "planted") || !strings.Contains(state, `"real"`) {
		t.Errorf("stored was %s", state)
	}
	if copied, err := os.ReadFile(filepath.Join(l.directory(), "BROWSER_STORAGE_STATE")); err != nil || string(copied) != secrets.CleanProfile {
		t.Errorf("the launch's own copy became %s (%v)", copied, err)
	}
	l.leaves()
}

// CB-131, CB-133: links and renames in the place of the file that a save names
// get nothing stored and nothing read.
func TestPlantedStateIsNotTaken(t *testing.T) {
	t.Parallel()
	site := site(t)
	for name, plant := range map[string]string{
		"a link out":          `fs.symlinkSync("/etc/hostname", path)`,
		"a link to the own":   `fs.symlinkSync("../BROWSER_STORAGE_STATE", path)`,
		"a hard link away":    `fs.linkSync("../BROWSER_STORAGE_STATE", path); fs.renameSync(path, path + ".moved")`,
		"renamed":             `fs.writeFileSync(path + ".other", "{}"); fs.renameSync(path + ".other", path)`,
		"a folder":            `fs.mkdirSync(path)`,
		"a disk that is full": `const e = new Error("ENOSPC: no space left on device, write"); e.code = "ENOSPC"; throw e`,
	} {
		t.Run(name, func(t *testing.T) {
			conf := launchtest.New(t).Auth("", true).Policy(allow(site))
			l := start(t, conf)
			l.greeting(site, "/login")
			before := conf.State()
			l.Run(`async page => { `+launchtest.Escape+` const fs = p.getBuiltinModule("fs");
				const instead = path => { `+plant+` };
				const write = fs.promises.writeFile, sync = fs.writeFileSync;
				fs.promises.writeFile = async (path, ...rest) => String(path).includes("/state-") ? instead(path) : write(path, ...rest);
				fs.writeFileSync = (path, ...rest) => String(path).includes("/state-") ? instead(path) : sync(path, ...rest);
				return 1 }`, nil)
			answer := l.Tool(save, nil)
			if !answer.IsError() && !strings.Contains(answer.Text(), "The login state was not stored:") {
				t.Errorf("answered %s", answer.Line)
			}
			if conf.State() != before {
				t.Errorf("stored was %s", conf.State())
			}
			l.leaves()
		})
	}
}

// CB-138: what a save left that was killed is gone after the next start.
func TestStartClearsKilledSaves(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", true)
	keepSecret(t, conf, secrets.Named{Name: "word", Hosts: []string{"a.example"}, Value: password})
	left := []string{".BROWSER_STORAGE_STATE.tmp-1", ".BROWSER_EXPORT.tmp-22", "secrets/.word.tmp-333"}
	for _, name := range left {
		conf.Put(name, "half")
	}
	if _, err := prepare(conf).Status(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, name := range left {
		if _, err := os.Lstat(conf.Connector(name)); !os.IsNotExist(err) {
			t.Errorf("%s is left (%v)", name, err)
		}
	}
	if conf.State() != secrets.CleanProfile {
		t.Errorf("the stored login became %s", conf.State())
	}
}

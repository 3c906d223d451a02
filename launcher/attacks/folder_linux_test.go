package attacks

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// TestMovedFolders: code exchanges the folders that the launcher works with while
// it does, and nothing outside is written, read or shown.
func TestMovedFolders(t *testing.T) {
	read, outside := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{filepath.Join(read, "mine.txt"): "to upload", filepath.Join(outside, "victim"): "untouched"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "victim"), filepath.Join(read, "link.txt")); err != nil {
		t.Fatal(err)
	}
	conf := launchtest.New(t).Auth(loggedIn, true).Policy("[files]\nread = [" + quote(read) + "]\n")
	l := start(t, conf, io.Discard)
	state := filepath.Join(l.running(), "BROWSER_STORAGE_STATE")
	l.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,<input type=file>"})

	upload := func(path string) launchtest.Answer {
		l.Tool("browser_click", launchtest.Arguments{"target": "input"}) // where a file chooser is open already, it stays
		return l.Tool("browser_file_upload", launchtest.Arguments{"paths": []string{path}})
	}
	l.Step("uploads", func(t *testing.T) {
		for _, path := range []string{
			"/etc/passwd", state, filepath.Join(read, "link.txt"), filepath.Join(read, "..", filepath.Base(outside), "victim"), conf.Connector("policy.toml"),
			filepath.Join(filepath.Dir(state), "out", "..", "BROWSER_STORAGE_STATE"), "relative.txt",
		} {
			if answer := upload(path); !strings.Contains(answer.Line, "refused by connector-browser: ") {
				t.Errorf("%s: %s", path, answer.Line)
			}
		}
		if answer := upload(filepath.Join(read, "mine.txt")); answer.IsError() || answer.Error != nil {
			t.Errorf("what may be uploaded: %s", answer.Line)
		}
	})
	l.Step("a folder that is exchanged", func(t *testing.T) {
		l.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,<input type=file>"})
		l.node(`const out = p.cwd(), top = mod("path").dirname(out); fs.renameSync(out, top + "/moved"); fs.symlinkSync(`+quote(outside)+`, out);
			page.constructor.constructor("f", "setTimeout(f, 6000)")(() => { fs.unlinkSync(out); fs.renameSync(top + "/moved", out) }); return 1`, nil)
		upload(filepath.Join(read, "mine.txt"))
		l.Tool("browser_storage_state", launchtest.Arguments{})
		l.Tool("browser_take_screenshot", launchtest.Arguments{"filename": "planted.png"})
		entries, err := os.ReadDir(outside)
		if err != nil || len(entries) != 1 {
			t.Errorf("outside there is %v, %v", entries, err)
		}
		if !launchtest.Within(waiting, func() bool {
			info, err := os.Lstat(filepath.Join(filepath.Dir(state), "out"))
			return err == nil && info.IsDir()
		}) {
			t.Fatal("the folder does not come back")
		}
		if answer := upload(filepath.Join(read, "mine.txt")); answer.IsError() || answer.Error != nil {
			t.Errorf("afterwards: %s", answer.Line)
		}
	})
	l.Step("a state that is a link", func(t *testing.T) {
		l.node(`const write = fs.promises.writeFile; fs.promises.writeFile = async (path, ...rest) => String(path).includes("/state-") ? fs.symlinkSync("/etc/hostname", path) : write(path, ...rest);
			const sync = fs.writeFileSync; fs.writeFileSync = (path, ...rest) => String(path).includes("/state-") ? fs.symlinkSync("/etc/hostname", path) : sync(path, ...rest); return 1`, nil)
		answer := l.Tool("browser_storage_state", launchtest.Arguments{})
		if !strings.Contains(answer.Line, "The login state was not stored") {
			t.Errorf("answered %s", answer.Line)
		}
	})
	l.Step("a state copy that is a folder, for the next child", func(t *testing.T) {
		answer := l.Tool("browser_run_code_unsafe", launchtest.Arguments{"code": "async page => { " + prelude + `const top = mod("path").dirname(p.cwd());
			fs.rmSync(top + "/BROWSER_STORAGE_STATE"); fs.symlinkSync(` + quote(filepath.Join(outside, "victim")) + `, top + "/BROWSER_STORAGE_STATE");
			fs.mkdirSync(top + "/home/.node_modules"); fs.writeFileSync(top + "/home/.node_modules/bufferutil.js", "process.exit(9)");
			p.kill(p.pid, "SIGKILL"); await new Promise(() => {}) }`})
		if answer.Code() != "connector.restarted" {
			t.Errorf("answered %s", answer.Line)
		}
		l.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,again"})
		if info, err := os.Lstat(state); err != nil || !info.Mode().IsRegular() {
			t.Errorf("the state's copy is %v, %v", info, err)
		}
	})
	l.leaves(waiting)
	if text, err := os.ReadFile(filepath.Join(outside, "victim")); err != nil || string(text) != "untouched" {
		t.Errorf("outside became %q, %v", text, err)
	}
	if conf.State() != loggedIn && !strings.Contains(conf.State(), token) {
		t.Errorf("the stored login became %s", conf.State())
	}
}

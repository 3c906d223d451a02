package attacks

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"connector-browser/launcher/launchtest"
)

// litter is code that makes the launch directory as hard to remove, and the
// output folder as bad to keep, as code can.
const litter = `const out = p.cwd(), top = mod("path").dirname(out);
	fs.writeFileSync("good.txt", "kept"); fs.writeFileSync("page (1).html", "kept");
	for (const name of [".bashrc", "..hidden", "-rf", "~", "new\nline", "\x1b[31mred", "a\u202Egnp.exe", " space ", "CON", "%2e%2e%2fx", "x".repeat(255), "\u00e9\u0301", "back\\slash", "state: odd"]) fs.writeFileSync(name, "kept");
	fs.writeFileSync(mod("buffer").Buffer.from([0xff, 0xfe, 0x2e, 0x80]), "kept");
	fs.symlinkSync("/etc/passwd", "symlink"); fs.symlinkSync(top + "/BROWSER_STORAGE_STATE", "state"); fs.symlinkSync("/", "folder");
	fs.linkSync(top + "/BROWSER_STORAGE_STATE", "hardlink.json");
	mod("child_process").execFileSync("mkfifo", ["fifo"]); mod("net").createServer().listen("socket").unref();
	fs.closeSync(fs.openSync("sparse", "w")); fs.truncateSync("sparse", 2 ** 40);
	fs.mkdirSync("upload-planted"); fs.writeFileSync("upload-planted/x", "not kept");
	mod("child_process").execFileSync(p.execPath, ["-e", 'const fs = require("fs"); fs.mkdirSync("deep"); process.chdir("deep"); for (let n = 0; n < 5000; n++) { fs.mkdirSync("d"); process.chdir("d") } fs.writeFileSync("bottom", "x")']);
	fs.mkdirSync("closed"); fs.writeFileSync("closed/file", ""); fs.chmodSync("closed", 0);
	fs.mkdirSync(top + "/home/closed"); fs.mkdirSync(top + "/home/closed/closed"); fs.chmodSync(top + "/home/closed/closed", 0); fs.chmodSync(top + "/home/closed", 0);
	fs.chmodSync(top + "/home", 0);`

// TestLitter: what code leaves in the launch directory ends with the launch, and
// none of its names, links and sizes does harm in the person's folder.
func TestLitter(t *testing.T) {
	to := t.TempDir()
	conf := launchtest.New(t).Auth(loggedIn, false).Policy("[files]\nkeep = " + quote(to) + "\n")
	l := start(t, conf, io.Discard)
	l.node(litter+` fs.chmodSync(top, 0); return 1`, nil)

	l.Step("another launch takes it for a live one", func(t *testing.T) {
		other := start(t, conf, io.Discard)
		other.Up()
		if _, err := os.Lstat(filepath.Join(l.running(), "out")); err != nil && os.Geteuid() == 0 {
			t.Errorf("the folder of a launch that runs: %v", err)
		}
		if found := conf.Launches(); len(found) != 2 {
			t.Errorf("there are the launch directories %q, want two", found)
		}
		other.Leave()
		<-other.done
		if strings.Contains(other.said.String(), "could not be removed") {
			t.Errorf("the other launch said %q", other.said)
		}
	})
	l.leaves(asked + 2*waiting)
	t.Logf("the launch said %q", l.said)

	safe := regexp.MustCompile(`^[^.~-]`)
	kept := map[string]string{}
	err := filepath.WalkDir(to, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == to {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name := entry.Name()
		if info.Mode() != 0o600 || info.Size() > 1<<30 {
			t.Errorf("%q is kept as %v of %d bytes", name, info.Mode(), info.Size())
			return nil
		}
		text, _ := os.ReadFile(path)
		kept[name] = string(text)
		if !safe.MatchString(name) || strings.ContainsFunc(name, func(r rune) bool { return r == unicode.ReplacementChar || r != ' ' && !unicode.IsPrint(r) || r == '\\' }) {
			t.Errorf("the name %q is kept", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range kept {
		if text != "kept" && !(name == "file" && text == "") {
			t.Errorf("%q holds %.100q", name, text)
		}
	}
	if kept["good.txt"] != "kept" || kept["page (1).html"] != "kept" {
		t.Errorf("what is good was not kept: %q", keys(kept))
	}
}

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

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

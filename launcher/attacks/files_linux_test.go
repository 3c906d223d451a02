package attacks

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// filesSteps try to read and link what is not the launch's.
func (l *launch) filesSteps(o *outside) {
	home, _ := os.UserHomeDir()
	hidden := append([]string{
		home, "/root", "/home", "/var", "/run", "/sys", "/boot", "/etc/shadow", "/etc/hostname", "/etc/machine-id", "/etc/ssl/private",
		l.conf.Connector("BROWSER_STORAGE_STATE"), l.conf.Connector("policy.toml"), l.conf.Connector("trace"), l.conf.Connector(".lock"),
		l.conf.Connector("secrets", "SHOP"), l.conf.Connector("launch-another"), l.conf.Connector("bin", "archives"),
		"/dev/tty", "/dev/mem", "/dev/kmsg", "/proc/kcore", "/var/run/docker.sock",
	}, o.secrets...)

	l.Step("read outside", func(t *testing.T) {
		got := l.attempts(`for (const path of ` + quote(hidden) + `) await attempt(path, () => {
			const kind = fs.statSync(path); return kind.isDirectory() ? "" + fs.readdirSync(path) : fs.readFileSync(path, "latin1") })`)
		for path, outcome := range got {
			switch {
			case path == home && outcome != "ENOENT" && !strings.Contains(o.conf.Dir, home):
				t.Errorf("%s: %s", path, outcome)
			case strings.Contains(outcome, o.words) || strings.Contains(outcome, token):
				t.Errorf("%s was read: %s", path, outcome)
			case outcome == "ENOENT", outcome == "EACCES" && path == "/proc/kcore", outcome == "done: ": // an empty cover
			case strings.HasPrefix(o.conf.Dir, path+"/"): // a folder on the way to the launch, looked at below
			default:
				t.Errorf("%s: %s, want ENOENT", path, outcome)
			}
		}
	})
	l.Step("the way to the launch holds nothing else", func(t *testing.T) {
		var got map[string][]string
		l.node(`const seen = {}; for (let at = p.cwd(); at != "/"; at = mod("path").dirname(at)) seen[at] = fs.readdirSync(at).sort(); return seen`, &got)
		for at, want := range map[string][]string{
			l.conf.Connector():                       {"bin", filepath.Base(l.running())},
			filepath.Dir(l.conf.Connector()):         {"browser"},
			l.conf.Dir:                               {"connectors", "read"},
			filepath.Dir(filepath.Clean(l.conf.Dir)): {filepath.Base(l.conf.Dir)},
		} {
			if !slices.Equal(got[at], want) {
				t.Errorf("%s shows %q, want %q", at, got[at], want)
			}
		}
		if got := got[filepath.Dir(filepath.Dir(l.conf.Dir))]; len(got) != 1 {
			t.Errorf("the folder above shows %q", got)
		}
	})
	l.Step("the accounts are not this machine's", func(t *testing.T) {
		var passwd string
		l.node(`return fs.readFileSync("/etc/passwd", "utf8") + fs.readFileSync("/etc/hosts", "utf8") + fs.readFileSync("/etc/resolv.conf", "utf8")`, &passwd)
		ours, err := os.ReadFile("/etc/passwd")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(ours)) {
			if name, _, _ := strings.Cut(line, ":"); name != "nobody" && strings.Contains(passwd, "\n"+name+":") {
				t.Errorf("the account %q is seen inside", name)
			}
		}
	})
	l.Step("links and other ways round", func(t *testing.T) {
		secret := o.secrets[0]
		got := l.attempts(`const secret = ` + quote(secret) + `;
			fs.symlinkSync(secret, "link"); fs.symlinkSync("/proc/1/root", "root"); fs.symlinkSync("../../../../../../../../../..", "up");
			const read = (name, path) => attempt(name, () => fs.readFileSync(path, "utf8"));
			await read("symbolic link", "link");
			await read("root of process 1", "root" + secret);
			await read("many times up", "up" + secret);
			await read("own root", "/proc/self/root" + secret);
			await read("above the root", "/proc/self/root/../.." + secret);
			await read("working directory", "/proc/self/cwd/../../../../../../../.." + secret);
			for (const fd of fs.readdirSync("/proc/self/fd")) await attempt("descriptor", () => { const at = fs.readlinkSync("/proc/self/fd/" + fd); if (fs.statSync("/proc/self/fd/" + fd).isDirectory() && !at.startsWith(p.cwd().slice(0, -4)) && !at.startsWith("/proc")) throw new Error("a folder is open: " + at) });
			for (const name of ["link", "root", "up"]) fs.unlinkSync(name);
			await attempt("hard link of the build", () => fs.linkSync(p.execPath, "linked"));
			await attempt("hard link of a file to upload", () => fs.linkSync(` + quote(attacker(l.conf)) + `, "linked"));
			await attempt("hard link of the system's", () => fs.linkSync("/usr/bin/env", "linked"));
			await attempt("rename into the launch", () => fs.renameSync(` + quote(attacker(l.conf)) + `, "moved"))`)
		got.want(t, tries{
			"symbolic link": "ENOENT", "root of process 1": "EACCES", "many times up": "ENOENT", "own root": "ENOENT",
			"above the root": "ENOENT", "working directory": "ENOENT", "descriptor": "done",
			"hard link of the build": "EXDEV", "hard link of a file to upload": "EXDEV", "hard link of the system's": "EXDEV|EPERM",
			"rename into the launch": "EXDEV|EROFS",
		})
	})
}

// running is the launch directory of the launch, whatever stands beside it.
func (l *launch) running() string {
	l.t.Helper()
	for _, dir := range l.conf.Launches() {
		if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
			return dir
		}
	}
	l.t.Fatal("no launch directory is there")
	return ""
}

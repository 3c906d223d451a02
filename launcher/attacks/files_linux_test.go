package attacks

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"connector-browser/launcher/launchtest"
	"connector-browser/secrets"
)

// outside is what the person has beside a launch.
type outside struct {
	conf    *launchtest.Conf
	secrets []string // files that hold words, each a wall's business
	words   string
	build   map[string]string // of the pinned build: size, time and mode
}

// furnish puts files of the person's where an attacker would look.
func furnish(t *testing.T, conf *launchtest.Conf) *outside {
	t.Helper()
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	inHome, err := os.MkdirTemp(home, ".connector-browser-attack-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(inHome) })
	o := &outside{conf: conf, words: "the person's own words", build: map[string]string{}}
	for _, path := range []string{
		filepath.Join(inHome, "id_ed25519"),
		filepath.Join(t.TempDir(), "elsewhere"),
		filepath.Join(conf.Dir, "connectors", "mail", "SECRET"),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(o.words), 0o644); err != nil {
			t.Fatal(err)
		}
		o.secrets = append(o.secrets, path)
	}
	connector, err := secrets.Open(conf.Dir)
	if err == nil {
		err = connector.SetNamed(t.Context(), secrets.Named{Name: "SHOP", Hosts: []string{"shop.example"}, Value: "the person's own password"})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range buildFiles(conf) {
		o.build[path] = facts(t, path)
	}
	return o
}

// beside puts another launch there, once the attacked one runs.
func (o *outside) beside(t *testing.T, l *launch) {
	t.Helper()
	other := o.conf.Connector("launch-another")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(other) })
	held, err := os.Open(other)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { held.Close() })
	if err := unix.Flock(int(held.Fd()), unix.LOCK_EX); err != nil { // as a launch that runs
		t.Fatal(err)
	}
	path := filepath.Join(other, "BROWSER_STORAGE_STATE")
	if err := os.WriteFile(path, []byte(o.words), 0o644); err != nil {
		t.Fatal(err)
	}
	o.secrets = append(o.secrets, path)
}

// untouched wants everything outside to be what it was, and removes what beside
// put there.
func (o *outside) untouched(t *testing.T) {
	t.Helper()
	for _, path := range o.secrets {
		if text, err := os.ReadFile(path); err != nil || string(text) != o.words {
			t.Errorf("%s became %q, %v", path, text, err)
		}
	}
	for path, was := range o.build {
		if is := facts(t, path); is != was {
			t.Errorf("%s became %s, was %s", path, is, was)
		}
	}
	os.RemoveAll(o.conf.Connector("launch-another"))
}

func buildFiles(conf *launchtest.Conf) []string {
	return []string{
		conf.Connector("bin", "node", "bin", "node"),
		conf.Connector("bin", "node_modules", "@playwright", "mcp", "cli.js"),
		conf.Connector("bin", "node_modules", "playwright-core", "package.json"),
		conf.Connector("bin", "chromium-headless", "chromium"),
		attacker(conf),
	}
}

func facts(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return quote([]any{info.Size(), info.ModTime(), info.Mode()})
}

// filesSteps try to read, write and link what is not the launch's.
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
	l.Step("write the pinned build", func(t *testing.T) {
		got := l.attempts(`for (const path of ` + quote(buildFiles(l.conf)) + `) {
				await attempt("write " + path, () => fs.closeSync(fs.openSync(path, "r+")));
				await attempt("append " + path, () => fs.appendFileSync(path, "//"));
				await attempt("truncate " + path, () => fs.truncateSync(path, 0));
				await attempt("mode " + path, () => fs.chmodSync(path, 0o777));
				await attempt("time " + path, () => fs.utimesSync(path, 1, 1));
				await attempt("remove " + path, () => fs.unlinkSync(path));
				await attempt("exchange " + path, () => fs.renameSync(path, path + ".old"));
				const fd = fs.openSync(path, "r");
				await attempt("reopen " + path, () => fs.closeSync(fs.openSync("/proc/self/fd/" + fd, "r+")));
				await attempt("mode by descriptor " + path, () => fs.fchmodSync(fd, 0o777));
				fs.closeSync(fd);
			}
			await attempt("own program", () => fs.closeSync(fs.openSync("/proc/self/exe", "r+")));
			await attempt("new module", () => fs.writeFileSync(` + quote(l.conf.Connector("bin", "node_modules", "planted.js")) + `, ""));
			await attempt("compile cache", () => fs.writeFileSync(p.env.NODE_COMPILE_CACHE + "/planted", ""));
			await attempt("beside the launch", () => fs.mkdirSync(` + quote(l.conf.Connector("launch-planted")) + `));
			await attempt("policy", () => fs.writeFileSync(` + quote(l.conf.Connector("policy.toml")) + `, ""));
			await attempt("handle", () => fs.writeFileSync(` + quote(l.conf.Connector("BROWSER_STORAGE_STATE")) + `, "{}"));
			await attempt("core_pattern", () => fs.writeFileSync("/proc/sys/kernel/core_pattern", "|/tmp/x"));
			await attempt("library", () => fs.writeFileSync("/usr/lib/planted.so", ""));
			await attempt("account", () => fs.appendFileSync("/etc/passwd", "x"))`)
		// Below /tmp the way to the launch lies in memory of the launch's own, where
		// it may make what it likes; what counts is what stands outside.
		own := strings.HasPrefix(l.conf.Dir, "/tmp/")
		for name, outcome := range got {
			here := slices.Contains([]string{"beside the launch", "policy", "handle"}, name)
			if !slices.Contains([]string{"EROFS", "EACCES", "EPERM", "ETXTBSY"}, outcome) && !(own && here && outcome == "done") {
				t.Errorf("%s: %s", name, outcome)
			}
		}
		if _, err := os.Lstat(l.conf.Connector("launch-planted")); !os.IsNotExist(err) {
			t.Errorf("beside the launch: %v", err)
		}
		if policy, err := os.ReadFile(l.conf.Connector("policy.toml")); err != nil || !strings.HasPrefix(string(policy), "[network]") || l.conf.State() != loggedIn {
			t.Errorf("the policy became %q, %v, the login %s", policy, err, l.conf.State())
		}
		if len(got) != 9*5+9 {
			t.Errorf("%d attempts were made", len(got))
		}
	})
	l.Step("run what it wrote", func(t *testing.T) {
		got := l.attempts(`const run = (file, args = [], env = {}) => new Promise((yes, no) => mod("child_process").execFile(file, args, {env: {...p.env, ...env}}, (error, out, err) => error ? no(error) : yes(out)));
			const some = ["/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6", "/usr/lib/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6"].find(f => fs.existsSync(f));
			for (const dir of [p.cwd(), p.env.HOME, "/tmp", "/dev/shm"]) {
				fs.copyFileSync(` + quote(attacker(l.conf)) + `, dir + "/program"); fs.chmodSync(dir + "/program", 0o755);
				await attempt("program in " + dir, () => run(dir + "/program"));
				if (!some) continue;
				fs.copyFileSync(some, dir + "/libplanted.so");
				await attempt("module in " + dir, () => { const m = {exports: {}}; p.dlopen(m, dir + "/libplanted.so") });
				await attempt("LD_PRELOAD in " + dir, async () => { if (!await run("/bin/sh", ["-c", "grep -c \"^[^ ]* ..x. .*libplanted\" /proc/self/maps; true"], {LD_PRELOAD: dir + "/libplanted.so", LD_LIBRARY_PATH: dir}).then(n => +n)) throw new Error("not loaded") });
			}`)
		for name, outcome := range got {
			switch {
			case strings.HasPrefix(name, "program"):
				if outcome != "EACCES" {
					t.Errorf("%s: %s, want EACCES", name, outcome)
				}
			case strings.HasPrefix(name, "module"):
				if !strings.Contains(outcome, "ERR_DLOPEN_FAILED") {
					t.Errorf("%s: %s", name, outcome)
				}
			case outcome != "not loaded":
				t.Errorf("%s: %s", name, outcome)
			}
		}
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

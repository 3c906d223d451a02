package attacks

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// buildSteps try to write the pinned build and what belongs to the launcher, and to
// run what they wrote elsewhere.
func (l *launch) buildSteps() {
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

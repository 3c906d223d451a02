package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func init() {
	probes["read"] = func(paths []string) any {
		o := outcomes{}
		for _, path := range paths {
			_, err := os.ReadFile(path)
			if err == nil {
				_, err = os.Stat(path)
			}
			o.try(path, err)
		}
		return o
	}
	probes["write"] = func(paths []string) any {
		o := outcomes{}
		for _, path := range paths {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				path = filepath.Join(path, "new")
			}
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o700)
			if err == nil {
				f.Close()
			}
			o.try(path, err)
		}
		return o
	}
	probes["list"] = func(dirs []string) any {
		names := map[string][]string{}
		for _, dir := range dirs {
			entries, _ := os.ReadDir(dir)
			for _, entry := range entries {
				names[dir] = append(names[dir], entry.Name())
			}
		}
		return names
	}
	probes["execute"] = func(dirs []string) any {
		o := outcomes{}
		for _, dir := range dirs {
			program := filepath.Join(dir, "program")
			text, err := os.ReadFile("/bin/true")
			if err == nil {
				err = os.WriteFile(program, text, 0o755)
			}
			if err == nil {
				err = unix.Exec(program, []string{program}, nil)
			}
			o.try(dir, err)
		}
		return o
	}
	probes["links"] = func(args []string) any {
		o := outcomes{}
		link := filepath.Join(args[0], "link")
		o.try("link to outside", os.Symlink(args[1], link))
		_, err := os.ReadFile(link)
		o.try("read through it", err)
		_, err = os.ReadFile("/proc/1/root" + args[1])
		o.try("through process 1's root", err)
		_, err = os.ReadFile("/proc/self/root/.." + args[1])
		o.try("above the root", err)
		_, err = os.ReadFile("/proc/self/cwd/../../../../../../.." + args[1])
		o.try("above the working directory", err)
		return o
	}
}

// TestFilesOutside: nothing exists inside that the description does not name.
func TestFilesOutside(t *testing.T) {
	t.Parallel()
	private := t.TempDir()
	secret := filepath.Join(private, "secret")
	if err := os.WriteFile(secret, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	other, dir := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "state"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "/root"
	}
	absent := []string{
		secret, filepath.Join(other, "state"), home, "/etc/shadow", "/etc/hostname", "/etc/machine-id",
		"/etc/ssl/private", "/home", "/root", "/var", "/run", "/sys", "/srv", "/opt", "/mnt", "/media", "/boot",
		"/var/run/docker.sock", "/dev/tty", "/dev/pts", "/dev/ptmx", "/dev/console", "/dev/mem", "/dev/kmsg", "/dev/fuse", "/dev/vda",
	}
	want := outcomes{}
	for _, path := range absent {
		want[path] = "ENOENT"
	}
	ask[outcomes](t, probing(dir, "read", absent...)).want(t, want)

	listed := ask[map[string][]string](t, probing(dir, "list", "/", "/dev", filepath.Dir(private)))
	for _, name := range listed["/"] {
		if !slices.Contains([]string{"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "nix", "proc", "tmp", "usr"}, name) && !strings.HasPrefix(dir, "/"+name+"/") && !strings.HasPrefix(self(), "/"+name+"/") {
			t.Errorf("/%s exists inside", name)
		}
	}
	wantDev := []string{"fd", "full", "null", "random", "shm", "stderr", "stdin", "stdout", "urandom", "zero"}
	if !slices.Equal(listed["/dev"], wantDev) {
		t.Errorf("/dev holds %v, want %v", listed["/dev"], wantDev)
	}
	if beside := listed[filepath.Dir(private)]; slices.Contains(beside, filepath.Base(private)) {
		t.Errorf("another test's folder is seen: %v", beside)
	}
	ask[outcomes](t, probing(dir, "links", dir, secret)).want(t, outcomes{
		"link to outside": "allowed", "read through it": "ENOENT", "through process 1's root": "EACCES",
		"above the root": "ENOENT", "above the working directory": "ENOENT",
	})
}

// TestFilesReadOnly: what is named is readable, though its folders are the
// caller's alone, and cannot be changed; the launch directory can.
func TestFilesReadOnly(t *testing.T) {
	t.Parallel()
	closed := filepath.Join(t.TempDir(), "closed")
	shown := filepath.Join(closed, "build")
	file := filepath.Join(closed, "file")
	for _, err := range []error{
		os.MkdirAll(shown, 0o700),
		os.WriteFile(filepath.Join(shown, "cli.js"), nil, 0o644),
		os.WriteFile(file, nil, 0o644),
		os.WriteFile(filepath.Join(closed, "hidden"), nil, 0o644),
		// Let the mount alone stand against the attempt, not the owner.
		os.Chmod(shown, 0o777),
		os.Chmod(file, 0o666),
		os.Chmod(filepath.Join(shown, "cli.js"), 0o666),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	with := func(probe string, paths ...string) Walls {
		w := probing(dir, probe, paths...)
		w.ReadOnly = append(w.ReadOnly, shown, file)
		return w
	}
	script := filepath.Join(shown, "cli.js")
	ask[outcomes](t, with("read", script, file, filepath.Join(closed, "hidden"))).want(t, outcomes{
		script: "allowed", file: "allowed", filepath.Join(closed, "hidden"): "ENOENT",
	})
	ask[outcomes](t, with("write", script, file, shown, self(), "/", "/usr", "/usr/bin/env", "/etc", "/etc/passwd", "/dev", "/proc", dir, "/tmp", "/dev/shm", "/dev/null")).want(t, outcomes{
		script: "EROFS", file: "EROFS", filepath.Join(shown, "new"): "EROFS", self(): "EROFS|ETXTBSY|EACCES",
		"/new": "EROFS", "/usr/new": "EROFS", "/usr/bin/env": "EROFS|EACCES", "/etc/new": "EROFS", "/etc/passwd": "EROFS",
		"/dev/new": "EROFS", "/proc/new": "ENOENT|EACCES|EPERM", filepath.Join(dir, "new"): "allowed", "/tmp/new": "allowed", "/dev/shm/new": "allowed", "/dev/null": "allowed",
	})
}

// TestFilesNotExecutable: what can be written cannot be run.
func TestFilesNotExecutable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ask[outcomes](t, probing(dir, "execute", dir, "/tmp", "/dev/shm")).want(t, outcomes{dir: "EACCES", "/tmp": "EACCES", "/dev/shm": "EACCES"})
}

// TestFilesShownAlready: a launch directory below what every launch sees would
// bring its neighbours inside.
func TestFilesShownAlready(t *testing.T) {
	t.Parallel()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/usr/share", link); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		"/usr/local/conf/launch-x": "/usr", "/usr": "/usr", link: "/usr",
		t.TempDir(): "", "/usrlocal": "", "/": "",
	} {
		if got := shownAlready(dir); got != want && (want == "" || got == "") { // /bin may be /usr/bin
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}

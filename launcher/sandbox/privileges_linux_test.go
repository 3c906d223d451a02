package sandbox

import (
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func swallow(sig os.Signal) { signal.Notify(make(chan os.Signal, 1), sig) }

func init() {
	probes["status"] = func([]string) any { return statusOf("self") }
	probes["child status"] = func([]string) any {
		text, err := exec.Command("/bin/cat", "/proc/self/status").Output()
		if err != nil {
			return err.Error()
		}
		return parseStatus(string(text))
	}
	probes["surroundings"] = func([]string) any {
		host, _ := os.Hostname()
		dir, _ := os.Getwd()
		_, ttyErr := os.Open("/dev/tty")
		var open []string
		for fd := range 1024 {
			if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil {
				if target, err := os.Readlink("/proc/self/fd/" + itoa(fd)); err == nil && !strings.HasPrefix(target, "anon_inode:") {
					open = append(open, itoa(fd)+" "+strings.SplitN(target, ":", 2)[0])
				}
			}
		}
		return map[string]any{"host": host, "dir": dir, "tty": ttyErr != nil, "env": os.Environ(), "open": open, "args": os.Args}
	}
}

// statusOf reads /proc/PID/status.
func statusOf(pid string) map[string]string {
	text, _ := os.ReadFile("/proc/" + pid + "/status")
	return parseStatus(string(text))
}

func parseStatus(text string) map[string]string {
	fields := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		fields[name] = strings.Join(strings.Fields(value), " ")
	}
	return fields
}

// TestPrivilegesNone: no capability anywhere, no way to one, an ordinary id.
func TestPrivilegesNone(t *testing.T) {
	t.Parallel()
	for _, probe := range []string{"status", "child status"} {
		got := ask[map[string]string](t, probing(t.TempDir(), probe))
		for name, want := range map[string]string{
			"CapInh": "0000000000000000", "CapPrm": "0000000000000000", "CapEff": "0000000000000000",
			"CapBnd": "0000000000000000", "CapAmb": "0000000000000000",
			"NoNewPrivs": "1", "Seccomp": "2",
			"Uid": "1000 1000 1000 1000", "Gid": "1000 1000 1000 1000",
		} {
			if got[name] != want {
				t.Errorf("%s: %s is %q, want %q", probe, name, got[name], want)
			}
		}
		if os.Geteuid() == 0 && got["Groups"] != "" {
			t.Errorf("%s: still in root's groups %q", probe, got["Groups"])
		}
	}
}

// TestPrivilegesOfProcess1: every thread of process 1 is as bare as the program.
func TestPrivilegesOfProcess1(t *testing.T) {
	t.Parallel()
	w := probing(t.TempDir(), "wait")
	w.Env = []string{"LD_LIBRARY_PATH=/elsewhere"}
	c := launch(t, w)
	status := statusOf(itoa(c.Pid()))
	tasks, err := os.ReadDir("/proc/" + itoa(c.Pid()) + "/task")
	if err != nil || len(tasks) == 0 {
		t.Fatalf("no threads: %v", err)
	}
	for _, task := range tasks {
		status = statusOf(itoa(c.Pid()) + "/task/" + task.Name())
		if status["CapPrm"] != "0000000000000000" || status["CapBnd"] != "0000000000000000" || status["NoNewPrivs"] != "1" || status["Seccomp"] != "2" {
			t.Errorf("thread %s: %v", task.Name(), status)
		}
	}
	for file, want := range map[string]string{"cmdline": initName + "\x00", "environ": ""} {
		text, err := os.ReadFile("/proc/" + itoa(c.Pid()) + "/" + file)
		if err == nil && string(text) != want { // unreadable to an ordinary user
			t.Errorf("process 1's %s is %q, want %q", file, text, want)
		}
	}
	if os.Geteuid() == 0 && !strings.HasPrefix(status["Uid"], itoa(rootsID)+" ") {
		t.Errorf("root's launch runs as %s outside", status["Uid"])
	}
}

// TestSurroundings: environment, arguments, directory and host name are the
// description's own; no terminal; no descriptor but the three, whatever the
// launcher was given (CB-077).
func TestSurroundings(t *testing.T) {
	leaked, err := unix.Open("/etc/passwd", unix.O_RDONLY, 0) // not close-on-exec
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(leaked)
	high, err := unix.FcntlInt(uintptr(leaked), unix.F_DUPFD, 700)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(high)

	w := probing(t.TempDir(), "surroundings")
	w.Hostname, w.Env, w.Cwd = "elsewhere", []string{"A=1", "empty=", "B=two words"}, "/tmp"
	got := ask[map[string]any](t, w)
	for name, want := range map[string][]string{
		"env":  w.Env,
		"args": append([]string{w.Program}, w.Args...),
		"open": {"0 pipe", "1 pipe", "2 pipe"},
	} {
		var list []string
		for _, one := range got[name].([]any) {
			list = append(list, one.(string))
		}
		if !slices.Equal(list, want) {
			t.Errorf("%s: %q, want %q", name, list, want)
		}
	}
	if got["host"] != "elsewhere" || got["dir"] != "/tmp" || got["tty"] != true {
		t.Errorf("host name %v, directory %v, no terminal %v", got["host"], got["dir"], got["tty"])
	}

	c := launch(t, probing(t.TempDir(), "wait"))
	if os.Geteuid() == 0 { // process 1 is unreadable to an ordinary user, even outside
		entries, err := os.ReadDir("/proc/" + itoa(c.Pid()) + "/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			target, _ := os.Readlink("/proc/" + itoa(c.Pid()) + "/fd/" + entry.Name())
			if target != "/dev/null" && !strings.HasPrefix(target, "socket:") && !strings.HasPrefix(target, "anon_inode:") {
				t.Errorf("process 1 holds %s → %s", entry.Name(), target)
			}
		}
	}
}

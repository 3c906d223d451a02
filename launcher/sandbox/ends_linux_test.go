package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func itoa(n int) string { return strconv.Itoa(n) }

func init() {
	probes["wait"] = func([]string) any {
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin)
		return nil
	}
	probes["count signals"] = func(args []string) any {
		seen := make(chan os.Signal, 16)
		signal.Notify(seen, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGUSR1)
		fmt.Println("ready")
		for s := range seen {
			fmt.Println(s.(syscall.Signal))
			if s == syscall.SIGUSR1 {
				os.Exit(5)
			}
		}
		return nil
	}
	probes["family"] = func([]string) any {
		for range 3 { // daemons that hold the pipes, ignore signals, and outlive the program
			command := exec.Command(self(), probeWord, "count signals")
			command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			command.Stdout, command.Stderr = os.Stdout, os.Stderr
			if err := command.Start(); err != nil {
				return err.Error()
			}
		}
		os.Exit(3)
		return nil
	}
	roles["launcher"] = func(args []string) {
		dir, err := os.MkdirTemp(args[0], "launch-")
		fatal(err)
		w := probing(dir, args[1])
		w.Args = append(w.Args, args[2:]...)
		c, err := Start(w)
		fatal(err)
		line, err := bufio.NewReader(c.Stdout).ReadString('\n')
		fatal(err)
		fmt.Println(c.Pid(), strings.TrimSpace(line))
		select {}
	}
}

// TestEndsExactly: the program's end is reported as it was (CB-073).
func TestEndsExactly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		script string
		want   Exit
	}{
		{"exit 0", Exit{}}, {"exit 1", Exit{Code: 1}}, {"exit 7", Exit{Code: 7}}, {"exit 255", Exit{Code: 255}},
		{"kill -TERM $$", Exit{Signal: syscall.SIGTERM}}, {"kill -KILL $$", Exit{Signal: syscall.SIGKILL}},
		{"kill -SEGV $$", Exit{Signal: syscall.SIGSEGV}}, {"kill -HUP $$", Exit{Signal: syscall.SIGHUP}},
	} {
		t.Run("CB-073 "+c.script, func(t *testing.T) {
			t.Parallel()
			exit, err := launch(t, Walls{Dir: t.TempDir(), Program: "/bin/sh", Args: []string{"-c", c.script}}).Wait()
			if err != nil || exit != c.want {
				t.Errorf("ended with %+v, %v, want %+v", exit, err, c.want)
			}
		})
	}
}

// TestEndsWithKill: a killed launch ended by that signal, and says so.
func TestEndsWithKill(t *testing.T) {
	t.Parallel()
	for name, kill := range map[string]func(*Child) error{
		"Kill":      (*Child).Kill,
		"SIGKILL":   func(c *Child) error { return c.Signal(syscall.SIGKILL) },
		"process 1": func(c *Child) error { return unix.Kill(c.Pid(), unix.SIGKILL) },
	} {
		t.Run("CB-073 "+name, func(t *testing.T) {
			t.Parallel()
			c := launch(t, probing(t.TempDir(), "count signals"))
			expect(t, c, "ready")
			if err := kill(c); err != nil {
				t.Fatal(err)
			}
			if exit, err := c.Wait(); err != nil || exit != (Exit{Signal: syscall.SIGKILL}) {
				t.Errorf("ended with %+v, %v", exit, err)
			}
			if err := c.Signal(syscall.SIGTERM); !errors.Is(err, os.ErrProcessDone) {
				t.Errorf("a signal after the end: %v", err)
			}
		})
	}
}

// expect reads one line of the program's.
func expect(t *testing.T, c *Child, want string) {
	t.Helper()
	var line []byte
	for one := make([]byte, 1); ; line = append(line, one[0]) {
		if _, err := c.Stdout.Read(one); err != nil || one[0] == '\n' {
			if string(line) != want {
				t.Fatalf("the program said %q, %v, want %q", line, err, want)
			}
			return
		}
	}
}

// TestSignalsPassedOn: each stop signal arrives, as often as it is sent,
// whether asked of the launch or sent to its process 1 (CB-074).
func TestSignalsPassedOn(t *testing.T) {
	t.Parallel()
	c := launch(t, probing(t.TempDir(), "count signals"))
	expect(t, c, "ready")
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTERM} {
		if err := c.Signal(s); err != nil {
			t.Fatal(err)
		}
		expect(t, c, s.String())
	}
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		if err := unix.Kill(c.Pid(), s); err != nil {
			t.Fatal(err)
		}
		expect(t, c, s.String())
	}
	c.Signal(syscall.SIGUSR1)
	if exit, err := c.Wait(); err != nil || exit.Code != 5 {
		t.Errorf("ended with %+v, %v", exit, err)
	}
}

// TestEndsWithStdin: the program sees its standard input's end (CB-080).
func TestEndsWithStdin(t *testing.T) {
	t.Parallel()
	c := launch(t, probing(t.TempDir(), "wait"))
	c.Stdin.Close()
	if exit, err := c.Wait(); err != nil || exit != (Exit{}) {
		t.Errorf("ended with %+v, %v", exit, err)
	}
}

// TestEndsWithProgram: what the program leaves running ends with it, and the
// pipes with that.
func TestEndsWithProgram(t *testing.T) {
	t.Parallel()
	c := launch(t, probing(t.TempDir(), "family"))
	if _, err := io.ReadAll(c.Stdout); err != nil {
		t.Fatal(err)
	}
	if exit, err := c.Wait(); err != nil || exit.Code != 3 {
		t.Errorf("ended with %+v, %v", exit, err)
	}
}

// TestEndsWithLauncher: a launcher that is killed takes everything along
// within a second (CB-076), the program that ignores every signal included.
func TestEndsWithLauncher(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run("CB-076 "+sig.String(), func(t *testing.T) {
			t.Parallel()
			words := outside("launcher", t.TempDir(), "count signals")
			command := exec.Command(words[0], words[1:]...)
			stdout, err := command.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			command.Stderr = os.Stderr
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			var pid int
			if _, err := fmt.Fscan(stdout, &pid); err != nil {
				t.Fatal(err)
			}
			namespace, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/pid", pid))
			if err != nil && os.Geteuid() == 0 {
				t.Fatal(err)
			}
			command.Process.Signal(sig)
			command.Wait()
			var left []string
			for end := time.Now().Add(time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
				if left = alive(pid, namespace); len(left) == 0 {
					return
				}
			}
			t.Errorf("alive a second after the launcher: %v", left)
		})
	}
}

// alive lists what lives in a PID namespace, as far as we may see, and its
// process 1 in any case. The dead are not counted: whoever inherits them may
// be slow to take note.
func alive(first int, namespace string) (pids []string) {
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		pid := entry.Name()
		link, _ := os.Readlink("/proc/" + pid + "/ns/pid")
		if !isNumber(pid) || pid != itoa(first) && (link == "" || link != namespace) {
			continue
		}
		if state := statusOf(pid)["State"]; state != "" && !strings.HasPrefix(state, "Z") {
			pids = append(pids, pid+" "+state)
		}
	}
	return pids
}

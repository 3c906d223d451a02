package attacks

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// outcome is the errno's name, or "allowed".
func outcome(err error) string {
	var errno syscall.Errno
	switch {
	case err == nil:
		return "allowed"
	case errors.As(err, &errno):
		return unix.ErrnoName(errno)
	default:
		return err.Error()
	}
}

// rawCall makes a system call with nothing but zeroes and what is given.
func rawCall(number uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := unix.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

func init() {
	programs["processes"] = func(args []string) any { // process ids of the host
		got := tries{}
		for _, word := range args {
			pid, _ := strconv.Atoi(word)
			got["signal "+word] = outcome(unix.Kill(pid, unix.SIGKILL))
			got["signal group "+word] = outcome(unix.Kill(-pid, unix.SIGKILL))
			for _, file := range []string{"environ", "mem", "maps", "root", "cwd", "fd", "cmdline"} {
				_, err := os.Open(filepath.Join("/proc", word, file))
				got[file+" of "+word] = outcome(err)
			}
			got["trace "+word] = outcome(rawCall(unix.SYS_PTRACE, unix.PTRACE_ATTACH, uintptr(pid)))
			got["seize "+word] = outcome(rawCall(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(pid)))
			got["read memory of "+word] = outcome(rawCall(unix.SYS_PROCESS_VM_READV, uintptr(pid)))
			got["write memory of "+word] = outcome(rawCall(unix.SYS_PROCESS_VM_WRITEV, uintptr(pid)))
			_, err := unix.PidfdOpen(pid, 0)
			got["pidfd of "+word] = outcome(err)
			got["priority of "+word] = outcome(unix.Setpriority(unix.PRIO_PROCESS, pid, 19))
			var limit unix.Rlimit
			got["limits of "+word] = outcome(unix.Prlimit(pid, unix.RLIMIT_NOFILE, nil, &limit))
		}
		return got
	}
	programs["kernel"] = func(args []string) any {
		got := tries{}
		for name, number := range map[string]uintptr{
			"io_uring": unix.SYS_IO_URING_SETUP, "bpf": unix.SYS_BPF, "userfaultfd": unix.SYS_USERFAULTFD, "perf": unix.SYS_PERF_EVENT_OPEN,
			"keyring": unix.SYS_KEYCTL, "add key": unix.SYS_ADD_KEY, "mount": unix.SYS_MOUNT, "new mount": unix.SYS_FSOPEN, "join": unix.SYS_SETNS,
			"by handle": unix.SYS_OPEN_BY_HANDLE_AT, "module": unix.SYS_INIT_MODULE, "reboot": unix.SYS_REBOOT, "log": unix.SYS_SYSLOG,
		} {
			got[name] = outcome(rawCall(number))
		}
		got["lease on its own"] = outcome(lease(args[0]))
		got["lease on the person's"] = outcome(lease(args[1]))
		got["lease on the build"] = outcome(lease(args[2]))
		return got
	}
}

// lease takes a write lease, for which a descriptor to read is enough: whoever
// opens the file then waits until it is given up (fcntl(2), F_SETLEASE).
func lease(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_WRLCK)
	return err
}

// processSteps try to see, signal, trace and read what runs outside.
func (l *launch) processSteps() {
	l.Step("processes outside", func(t *testing.T) {
		victim := exec.Command("/bin/sleep", "600")
		victim.Env = []string{"TOKEN=" + planted}
		if err := victim.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			victim.Process.Kill()
			victim.Wait()
		}()
		pids := []string{strconv.Itoa(victim.Process.Pid), strconv.Itoa(os.Getpid()), strconv.Itoa(os.Getppid())}
		var got tries
		l.program(&got, "processes", pids...)
		for name, outcome := range got {
			switch {
			case strings.HasPrefix(name, "trace"), strings.HasPrefix(name, "seize"), strings.Contains(name, "memory"):
				if outcome != "EPERM" {
					t.Errorf("%s: %s, want EPERM", name, outcome)
				}
			case outcome != "ESRCH" && outcome != "ENOENT":
				t.Errorf("%s: %s, want none to be there", name, outcome)
			}
		}
		if len(got) != len(pids)*16 {
			t.Errorf("%d attempts were made", len(got))
		}
		if err := victim.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("the process outside is gone: %v", err)
		}
	})
	l.Step("process 1", func(t *testing.T) {
		got := l.attempts(`for (const file of ["environ", "mem", "maps", "exe", "root", "cwd", "fd/3", "task/1/environ"])
				await attempt(file, () => fs.readlinkSync("/proc/1/" + file, "utf8"));
			for (const file of ["environ", "mem", "maps"]) await attempt("open " + file, () => fs.readFileSync("/proc/1/" + file, "utf8"));
			await attempt("kill", () => { p.kill(1, "SIGKILL"); p.kill(1, "SIGSTOP"); p.kill(1, "SIGQUIT"); p.kill(1, "SIGSEGV") })`)
		for name, outcome := range got {
			if strings.HasPrefix(outcome, "done") && name != "kill" {
				t.Errorf("%s: %s", name, outcome)
			}
		}
		if text := l.Does("browser_evaluate", map[string]any{"function": "() => 'still here'"}); !strings.Contains(text, "still here") {
			t.Errorf("after signals to process 1: %s", text)
		}
	})
	l.Step("environment", func(t *testing.T) {
		var all string
		l.node(`let all = ""; for (const pid of fs.readdirSync("/proc")) for (const file of ["environ", "cmdline"]) try { all += fs.readFileSync("/proc/" + pid + "/" + file, "latin1") } catch {}; return all`, &all)
		if strings.Contains(all, planted) || !strings.Contains(all, "HOME=") {
			t.Errorf("the environments inside are %q", all)
		}
	})
	l.Step("kernel", func(t *testing.T) {
		var got tries
		l.program(&got, "kernel", filepath.Join(l.running(), "out", "leased"), attacker(l.conf), buildFiles(l.conf)[2])
		for name, outcome := range got {
			if outcome != "EPERM" && !(outcome == "EACCES" && strings.HasPrefix(name, "lease")) {
				t.Errorf("%s: %s, want EPERM", name, outcome)
			}
		}
	})
}

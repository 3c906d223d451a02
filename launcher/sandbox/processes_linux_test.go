package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	probes["processes"] = func(args []string) any {
		o := outcomes{}
		for _, word := range args { // process ids of the host
			pid, _ := strconv.Atoi(word)
			o.try("signal "+word, unix.Kill(pid, 0))
			o.try("kill "+word, unix.Kill(pid, unix.SIGKILL))
			for _, file := range []string{"environ", "mem", "maps", "root", "cwd"} {
				_, err := os.Open(filepath.Join("/proc", word, file))
				o.try(word+"/"+file, err)
			}
			o.try("attach "+word, rawCall(unix.SYS_PTRACE, unix.PTRACE_ATTACH, uintptr(pid)))
			o.try("read memory of "+word, rawCall(unix.SYS_PROCESS_VM_READV, uintptr(pid)))
			_, err := unix.PidfdOpen(pid, 0)
			o.try("pidfd "+word, err)
			o.try("priority of "+word, unix.Setpriority(unix.PRIO_PROCESS, pid, 19))
		}
		for _, file := range []string{"environ", "mem", "maps", "exe", "root", "cwd", "fd/3", "task/1/environ"} {
			_, err := os.Open("/proc/1/" + file)
			o.try("1/"+file, err)
		}
		return o
	}
	probes["process list"] = func([]string) any {
		var pids []string
		entries, _ := os.ReadDir("/proc")
		for _, entry := range entries {
			if isNumber(entry.Name()) {
				pids = append(pids, entry.Name())
			}
		}
		return []any{pids, os.Getpid(), os.Getppid(), unix.Getpgrp() == os.Getpid()}
	}
	probes["kill all"] = func([]string) any {
		o := outcomes{}
		// Ignored by ourselves, so that only others could be hit by it.
		for _, sig := range []unix.Signal{unix.SIGUSR1, unix.SIGTERM} {
			swallow(sig)
			o.try("group "+sig.String(), unix.Kill(0, sig))
			o.try("all "+sig.String(), unix.Kill(-1, sig))
			o.try("process 1 "+sig.String(), unix.Kill(1, sig))
		}
		for _, sig := range []unix.Signal{unix.SIGKILL, unix.SIGSTOP, unix.SIGSEGV, unix.SIGQUIT, unix.SIGABRT, unix.SIGPIPE} {
			o.try("process 1 "+sig.String(), unix.Kill(1, sig))
		}
		time.Sleep(200 * time.Millisecond)
		o.try("process 1 lives", unix.Kill(1, 0))
		return o
	}
}

// TestProcessesOutside: none can be seen, signalled, read, traced or slowed,
// and process 1, which runs under the same id, cannot be read either.
func TestProcessesOutside(t *testing.T) {
	t.Parallel()
	// Numbers that exist outside and, being high, surely not inside.
	launcher := strconv.Itoa(os.Getpid())
	got := ask[outcomes](t, probing(t.TempDir(), "processes", launcher))
	want := outcomes{
		"signal " + launcher: "ESRCH", "kill " + launcher: "ESRCH", "pidfd " + launcher: "ESRCH", "priority of " + launcher: "ESRCH",
		"attach " + launcher: "EPERM", "read memory of " + launcher: "EPERM",
		launcher + "/environ": "ENOENT", launcher + "/mem": "ENOENT", launcher + "/maps": "ENOENT", launcher + "/root": "ENOENT", launcher + "/cwd": "ENOENT",
	}
	for name := range got {
		if strings.HasPrefix(name, "1/") {
			want[name] = "EACCES"
		}
	}
	got.want(t, want)
}

// TestProcessesInside: process 1 and the program are all there is, in a group
// and session that nobody outside is in.
func TestProcessesInside(t *testing.T) {
	t.Parallel()
	got := ask[[]any](t, probing(t.TempDir(), "process list"))
	if pids, ok := got[0].([]any); !ok || len(pids) != 2 || pids[0] != "1" {
		t.Errorf("processes inside: %v, want process 1 and the program", got[0])
	}
	if got[2] != float64(1) || got[3] != true {
		t.Errorf("parent %v, leads its group: %v", got[2], got[3])
	}
}

// TestProcessesKillAll: signals to everyone reach nobody outside, not even
// the launcher's own group, and process 1 takes none of its own children's.
func TestProcessesKillAll(t *testing.T) {
	t.Parallel()
	got := ask[outcomes](t, probing(t.TempDir(), "kill all"))
	for name, outcome := range got {
		if !slices.Contains([]string{"allowed", "ESRCH"}, outcome) {
			t.Errorf("%s: %s", name, outcome)
		}
	}
	if got["process 1 lives"] != "allowed" {
		t.Errorf("process 1: %s", got["process 1 lives"])
	}
}

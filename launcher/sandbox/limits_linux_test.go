package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	probes["limits"] = func([]string) any {
		limits := map[string]uint64{}
		for name, resource := range map[string]int{"core": unix.RLIMIT_CORE, "files": unix.RLIMIT_NOFILE, "processes": unix.RLIMIT_NPROC, "queues": unix.RLIMIT_MSGQUEUE} {
			var l unix.Rlimit
			unix.Getrlimit(resource, &l)
			limits[name] = l.Max
		}
		for kind := range furtherNamespaces {
			text, _ := os.ReadFile("/proc/sys/user/max_" + kind + "_namespaces")
			limits[kind], _ = strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
		}
		for what := range watches {
			text, _ := os.ReadFile("/proc/sys/user/max_" + what)
			limits[what], _ = strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
		}
		return limits
	}
	probes["memory bomb"] = func([]string) any {
		var held [][]byte
		for range 256 {
			chunk := make([]byte, 8<<20)
			for i := 0; i < len(chunk); i += 4096 {
				chunk[i] = 1
			}
			held = append(held, chunk)
		}
		return fmt.Sprint(len(held), " chunks of 8 MiB held")
	}
	probes["scratch"] = func(args []string) any {
		o := outcomes{}
		for _, dir := range args {
			o.try(dir, os.WriteFile(dir+"/large", make([]byte, 2<<20), 0o600))
		}
		return o
	}
}

// TestLimitsSet: none can be raised again, since no capability is left.
func TestLimitsSet(t *testing.T) {
	t.Parallel()
	w := probing(t.TempDir(), "limits")
	w.Limits = Limits{Processes: 100, Files: 200}
	got := ask[map[string]uint64](t, w)
	want := map[string]uint64{"core": 1, "files": 200, "processes": 100, "queues": 0}
	for kind, most := range furtherNamespaces {
		want[kind] = uint64(most)
	}
	for what, most := range watches {
		want[what] = uint64(most)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %d, want %d", name, got[name], want[name])
		}
	}
}

// TestLimitsForkBomb: bounded, by way of a further user namespace too, and
// gone with the launch.
func TestLimitsForkBomb(t *testing.T) {
	t.Parallel()
	const (
		many = "i=0; while [ $i -lt 500 ]; do sleep 60 & i=$((i+1)); done"
		bomb = "b() { b | b & }; b; sleep 60"
	)
	for name, c := range map[string]struct {
		program string
		args    []string
	}{
		"many processes":                {"/bin/sh", []string{"-c", many}},
		"many in a further namespace":   {"/usr/bin/unshare", []string{"--user", "/bin/sh", "-c", many}},
		"processes that start two each": {"/bin/sh", []string{"-c", bomb}},
	} {
		t.Run(name, func(t *testing.T) {
			w := Walls{Dir: t.TempDir(), Program: c.program, Args: c.args, Limits: Limits{Processes: 100}}
			child := launch(t, w)
			if said, _ := bufio.NewReader(child.Stderr).ReadString('\n'); !strings.Contains(strings.ToLower(said), "fork") {
				t.Errorf("the shell said %q, want that it cannot fork", said)
			}
			if n := len(descendants(itoa(child.Pid()))); n > 100 {
				t.Errorf("%d processes", n)
			}
			begin := time.Now()
			child.Close()
			t.Logf("gone after %v", time.Since(begin))
		})
	}
}

// TestLimitsMemoryBomb: ends by the bound, where there may be one.
func TestLimitsMemoryBomb(t *testing.T) {
	t.Parallel()
	w := probing(t.TempDir(), "memory bomb")
	w.Limits.Memory = 256 << 20
	c := launch(t, w)
	if !c.MemoryBounded {
		t.Skip("no cgroup may be made here, so memory is not bounded (see cgroup_linux.go)")
	}
	if exit, err := c.Wait(); err != nil || exit.Signal != syscall.SIGKILL {
		t.Errorf("ended with %+v, %v, want SIGKILL", exit, err)
	}
}

// TestLimitsScratch: the memory behind /tmp and /dev/shm is bounded.
func TestLimitsScratch(t *testing.T) {
	t.Parallel()
	w := probing(t.TempDir(), "scratch", "/tmp", "/dev/shm", "/dev")
	w.Limits.Scratch = 1 << 20
	ask[outcomes](t, w).want(t, outcomes{"/tmp": "ENOSPC", "/dev/shm": "ENOSPC", "/dev": "EROFS"})
}

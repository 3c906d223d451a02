package sandbox

import (
	"fmt"
	"os"
	"os/exec"
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
		return limits
	}
	probes["fork bomb"] = func([]string) any {
		for n := 0; ; n++ {
			if err := exec.Command("/bin/sleep", "60").Start(); err != nil || n > 2000 {
				return n
			}
		}
	}
	probes["fork bomb in further namespaces"] = func([]string) any {
		n := 0
		for range 8 {
			command := exec.Command(self(), probeWord, "fork bomb")
			command.SysProcAttr = &syscall.SysProcAttr{
				Cloneflags:  unix.CLONE_NEWUSER,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: insideID, HostID: insideID, Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: insideID, HostID: insideID, Size: 1}},
			}
			if out, err := command.Output(); err == nil {
				more, _ := strconv.Atoi(strings.TrimSpace(string(out)))
				n += more
			}
		}
		return n
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
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %d, want %d", name, got[name], want[name])
		}
	}
}

// TestLimitsForkBomb: bounded, by way of further user namespaces too, and
// gone with the launch.
func TestLimitsForkBomb(t *testing.T) {
	t.Parallel()
	for _, probe := range []string{"fork bomb", "fork bomb in further namespaces"} {
		w := probing(t.TempDir(), probe)
		w.Limits.Processes = 100
		begin := time.Now()
		if n := ask[int](t, w); n < 20 || n > 100 {
			t.Errorf("%s: %d processes beside it, want fewer than 100", probe, n)
		}
		t.Logf("%s: over after %v", probe, time.Since(begin))
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

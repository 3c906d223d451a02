package pins_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connector-browser/pins"
)

// bigToy is a toy whose unpacking takes long enough to be killed in it.
func bigToy() *toy {
	toy := newToy()
	things := []thing{{name: "package/core.js", body: "core"}}
	random := rand.NewChaCha8([32]byte{})
	for n := range 300 {
		body := make([]byte, 20_000)
		random.Read(body)
		things = append(things, thing{name: fmt.Sprintf("package/lib/%03d.js", n), body: string(body)})
	}
	toy.pack("server", 2, tgz(things...))
	return toy
}

// laidOut writes a toy's lock and archives into a folder.
func laidOut(t *testing.T, toy *toy) (from string) {
	t.Helper()
	from = t.TempDir()
	for name, data := range toy.archives {
		must(os.WriteFile(filepath.Join(from, name[:12]), data, 0o600))
	}
	must(os.WriteFile(filepath.Join(from, "lock.json"), toy.text(), 0o600))
	return from
}

// CB-012: an installation that is killed, wherever it is, leaves nothing that
// passes the start check unless it was done, and the next one finishes.
func TestKilledInstall(t *testing.T) {
	t.Parallel()
	from := laidOut(t, bigToy())
	data, err := os.ReadFile(filepath.Join(from, "lock.json"))
	must(err)
	lock, err := pins.ParseLock(data)
	must(err)
	o := pins.Options{Lock: lock, Platform: pins.HostPlatform(), From: from, Progress: &notes{}}
	o.Dir = filepath.Join(t.TempDir(), "bin")
	outcomes := map[string]int{}
	for n := range 12 {
		if n%4 == 0 {
			// from scratch, else over what the last one left; the toy's shell may
			// outlive its death by a moment
			for os.RemoveAll(o.Dir) != nil {
				time.Sleep(time.Millisecond)
			}
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "PINS_TEST_INSTALL="+o.Dir, "PINS_TEST_FROM="+from)
		out, err := cmd.StdoutPipe()
		must(err)
		must(cmd.Start())
		killed := "before unpacking"
		lines := bufio.NewScanner(out)
		stop := []string{"note: unpacking", "note: filling the compile cache"}[n%2]
		for lines.Scan() && lines.Text() != stop {
		}
		if lines.Text() == stop {
			killed = stop
			time.Sleep(time.Duration(rand.IntN(40)) * time.Millisecond)
		}
		must(cmd.Process.Kill())
		cmd.Wait()
		b, err := pins.Check(t.Context(), lock, o.Platform, o.Dir)
		if err == nil {
			err = b.BrowserChecked(t.Context())
		}
		if err == nil {
			killed = "done"
			must(os.Remove(filepath.Join(o.Dir, "installed.json")))
		} else {
			notInstalled(t, o)
		}
		outcomes[killed]++
	}
	t.Logf("killed: %v", outcomes)
	if i := install(t, o); !i.Changed {
		t.Error("there was nothing left to do")
	}
	entries, err := os.ReadDir(o.Dir)
	must(err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".unpack-") {
			t.Errorf("%s is left over", e.Name())
		}
	}
}

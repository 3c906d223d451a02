package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
	"connector-browser/pins/pinstest"
)

const blank = "about:blank"

// within bounds an end that nothing has to be forced to.
const within = 30 * time.Second

// CB-073, CB-074, CB-076: the program ends as its child ends, whoever asked for
// it, and leaves nothing.
func TestEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		how    func(t *testing.T, p *program)
		code   int
		signal syscall.Signal
	}{
		"TERM":                  {func(_ *testing.T, p *program) { p.signal(syscall.SIGTERM) }, 0, -1},
		"the child is killed":   {func(t *testing.T, p *program) { end(t, p, syscall.SIGKILL) }, -1, syscall.SIGKILL},
		"the child has a fault": {func(t *testing.T, p *program) { end(t, p, syscall.SIGSEGV) }, -1, syscall.SIGSEGV},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := launchtest.New(t).Auth("", false)
			p := begin(t, conf)
			p.Initialize()
			p.Does("browser_navigate", launchtest.Arguments{"url": blank})
			c.how(t, p)
			status := p.end(within)
			if code := status.ExitStatus(); code != c.code || status.Signal() != c.signal || status.CoreDump() {
				t.Errorf("it ended with code %d, signal %v, core %v; it said %s", code, status.Signal(), status.CoreDump(), &p.stderr)
			}
			conf.LeavesNothing()
		})
	}
}

func end(t *testing.T, p *program, s syscall.Signal) {
	if err := p.conf.Node().Signal(s); err != nil {
		t.Error(err)
	}
}

// CB-076, CB-079: when the program itself is killed, the kernel ends everything
// inside with it, and the next start removes the launch directory.
func TestKilled(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	p := begin(t, conf)
	p.Initialize()
	p.Does("browser_navigate", launchtest.Arguments{"url": blank})
	p.signal(syscall.SIGKILL)
	p.end(within)
	conf.NoProcess(time.Second)
	if left := conf.Launches(); len(left) != 1 {
		t.Errorf("launch directories: %q", left)
	}
	if out, err := command(conf.Dir, "status").Output(); err != nil || !strings.HasPrefix(string(out), `{"state":"authorized"`) {
		t.Errorf("the next start: %s, %v", out, err)
	}
	conf.LeavesNothing()
}

// A client whose input ends before it has said anything is served to the end.
func TestInputEndsAtOnce(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	cmd := command(conf.Dir, "run") // with /dev/null to read from
	if out, err := cmd.CombinedOutput(); err != nil || len(out) != 0 {
		t.Errorf("it said %q, %v", out, err)
	}
}

// A client that asks and does not read is waited for, within bounded memory, and
// no longer than it is there.
func TestClientStopsReading(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	p := begin(t, conf)
	p.Initialize()
	p.Does("browser_navigate", launchtest.Arguments{"url": blank})
	p.Deaf()
	const calls, size = 60, 1_000_000
	for range calls {
		p.Call("browser_evaluate", launchtest.Arguments{"function": fmt.Sprintf(`() => "x".repeat(%d)`, size)})
	}
	var peak int
	for range 20 { // meanwhile the answers come
		time.Sleep(200 * time.Millisecond)
		peak = memory(t, p.cmd.Process.Pid, "VmHWM")
	}
	if peak > 96<<10 {
		t.Errorf("while nobody reads %d MB of answers it takes %d KiB", calls*size/1_000_000, peak)
	}
	p.Leave()
	p.out.Close()
	if status := p.end(within); status.ExitStatus() != 0 {
		t.Errorf("it ended with %v; it said %s", status, &p.stderr)
	}
	conf.LeavesNothing()
}

// memory is a figure of /proc/PID/status, in KiB.
func memory(t *testing.T, pid int, figure string) (kib int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), figure+":")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}

// CB-016, CB-070: a build that is not the pinned one to the last bit does not
// start. The refusal is one sentence, names what differs and what to do.
func TestAlteredBuild(t *testing.T) {
	t.Parallel()
	const script = "node_modules/@playwright/mcp/cli.js"
	for name, c := range map[string]struct {
		alter func(t *testing.T, bin string) error
		named string
	}{
		"a byte of the script": {func(t *testing.T, bin string) error { return flip(t, bin+"/"+script) }, "cli.js"},
		"a byte of Node.js":    {func(t *testing.T, bin string) error { return flip(t, bin+"/node/bin/node") }, "node"},
		"a byte of the browser": {func(t *testing.T, bin string) error {
			return flip(t, bin+"/chromium-headless/chromium")
		}, "chromium"},
		"a mode bit": {func(t *testing.T, bin string) error {
			pinstest.Own(t, bin+"/"+script)
			return os.Chmod(bin+"/"+script, 0o600)
		}, "cli.js"},
		"one more file": {func(_ *testing.T, bin string) error {
			return os.WriteFile(bin+"/node_modules/playwright-core/extra.js", nil, 0o644)
		}, "extra.js"},
		"no browser": {func(_ *testing.T, bin string) error { return os.RemoveAll(bin + "/chromium-headless") }, "chromium-headless"},
		"nothing":    {func(_ *testing.T, bin string) error { return os.RemoveAll(bin) }, "connector-browser install"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := launchtest.New(t).Auth("", false)
			if err := c.alter(t, conf.Connector("bin")); err != nil {
				t.Fatal(err)
			}
			cmd := command(conf.Dir, "run")
			cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"browser_close","arguments":{}}}` + "\n")
			var said strings.Builder
			cmd.Stderr = &said
			out, _ := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code != 1 || strings.Contains(string(out), `"content"`) {
				t.Errorf("it ended with %d and answered %s", code, out)
			}
			if words := said.String(); strings.Count(words, "\n") != 1 || !strings.Contains(words, c.named) || !strings.Contains(words, "connector-browser install") {
				t.Errorf("it said %q", words)
			}
			conf.LeavesNothing()
		})
	}
}

// flip changes one byte in the middle of a file.
func flip(t *testing.T, path string) error {
	pinstest.Own(t, path)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, info.Size()/2); err != nil {
		return err
	}
	b[0] ^= 1
	_, err = f.WriteAt(b, info.Size()/2)
	return err
}

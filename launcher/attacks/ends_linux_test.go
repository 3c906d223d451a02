package attacks

import (
	"io"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// asked is how long a child is asked to end before it is made to (CB-080).
const asked = 5 * time.Second

// TestHoldingOn: code that wants the launch to outlive its client. It takes the
// upstream's handlers away, holds its own input open, leaves processes that hold
// the pipes in sessions of their own, and stops the process that would listen.
func TestHoldingOn(t *testing.T) {
	for name, code := range map[string]string{
		"deaf": `for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) { p.removeAllListeners(s); p.on(s, () => {}) }
			p.exit = p.reallyExit = p.abort = () => {}; p.stdin.removeAllListeners(); p.stdin.pause();
			await attempt("own input", () => fs.openSync("/proc/self/fd/0", "r+")); page.constructor.constructor("setInterval(() => {}, 1000)")();`,
		"stopped": `page.constructor.constructor("p", "setTimeout(() => p.kill(p.pid, 'SIGSTOP'), 2000)")(p);`,
		"busy":    `page.constructor.constructor("setTimeout(() => { for (;;); }, 2000)")();`,
	} {
		t.Run(name, func(t *testing.T) {
			conf := launchtest.New(t).Auth("", false)
			l := start(t, conf, io.Discard)
			l.node(`for (let n = 0; n < 5; n++) mod("child_process").spawn("/bin/sh", ["-c", "trap '' TERM INT HUP QUIT; while :; do sleep 600; done"], {detached: true, stdio: "inherit"}).unref(); `+code+` return 1`, nil)
			time.Sleep(2500 * time.Millisecond) // the answer has gone out by then, and the code has begun
			if exit := l.leaves(asked + waiting); exit.Signal == 0 && exit.Code == 0 {
				t.Error("it ended of its own will: this holds nothing")
			}
		})
	}
}

// TestFloodOfErrors: the child writes on standard error what nobody reads. The
// client goes all the same, and so does the launch.
func TestFloodOfErrors(t *testing.T) {
	conf := launchtest.New(t).Auth("", false)
	unread, blocked := io.Pipe()
	defer unread.Close()
	l := start(t, conf, blocked)
	l.node(`for (let n = 0; n < 100; n++) p.stderr.write("x".repeat(1000) + "\n"); return 1`, nil)
	l.leaves(asked + waiting)
}

// TestBombs: processes and memory without end are over with the launch.
func TestBombs(t *testing.T) {
	conf := launchtest.New(t).Auth("", false)
	l := start(t, conf, io.Discard)
	l.Step("processes", func(t *testing.T) {
		var said string
		l.node(`return await new Promise(yes => { const c = mod("child_process").spawn("/bin/sh", ["-c", "n=0; while [ $n -lt 4000 ]; do sleep 600 & n=$((n+1)); echo $n; done"], {detached: true}); let said = ""; c.stdout.on("data", d => said = ("" + d).trim().split("\n").pop()); c.on("close", () => yes(said)); setTimeout(() => yes(said), 45000) })`, &said)
		if len(said) != 4 || said > "2048" {
			t.Errorf("the bomb came to %s processes", said)
		}
		t.Logf("the bomb came to %s processes", said)
	})
	l.Step("memory", func(t *testing.T) {
		l.node(`for (let n = 0; n < 4; n++) mod("child_process").spawn(p.execPath, ["-e", "const all = []; for (let n = 0; n < 16; n++) all.push(Buffer.alloc(4 << 20, 1)); setInterval(() => {}, 1000)"], {detached: true}).on("error", () => {}); fs.writeFileSync("/dev/shm/held", "x".repeat(64 << 20)); return 1`, nil)
	})
	l.leaves(asked + waiting)
}

// TestKillEverything: code that ends everything which it can reach ends itself,
// and the session goes on with another child.
func TestKillEverything(t *testing.T) {
	conf := launchtest.New(t).Auth("", false)
	l := start(t, conf, io.Discard)
	answer := l.Tool("browser_run_code_unsafe", launchtest.Arguments{"code": "async page => { " + prelude + `p.kill(-1, "SIGKILL"); p.kill(0, "SIGKILL"); p.kill(p.pid, "SIGKILL"); await new Promise(() => {}) }`})
	if answer.Code() != "connector.restarted" {
		t.Errorf("answered %s", answer.Line)
	}
	if text := l.Does("browser_navigate", launchtest.Arguments{"url": "data:text/html,again"}); !strings.Contains(text, "data:text/html,again") {
		t.Errorf("afterwards: %s", text)
	}
	l.leaves(waiting)
}

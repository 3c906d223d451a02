package main

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// CD-140, CD-141: a launch that is killed leaves whole lines: of every call that was
// made its outcome, and of the one that it was in the middle of that it had begun.
func TestTraceOfAKilledLaunch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begin func(p *program)
		last  string // call in the trace
		ended bool
	}{
		"between two calls":       {func(*program) {}, "browser_evaluate", true},
		"in the middle of a call": {func(p *program) { p.Call("browser_wait", launchtest.Arguments{"seconds": 30}) }, "browser_wait", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n")
			p := begin(t, conf)
			p.Initialize()
			_, path, _ := strings.Cut(p.Does("browser_trace", launchtest.Arguments{"action": "start"}), "the trace is written to ")
			p.Does("browser_navigate", launchtest.Arguments{"url": blank})
			p.Does("browser_evaluate", launchtest.Arguments{"function": "() => { console.log('still there') }"})
			c.begin(p)
			read := func() string {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			if !launchtest.Within(within, func() bool { return strings.Contains(read(), c.last) }) {
				t.Error("the call is not in the trace before it is over")
			}
			p.signal(syscall.SIGKILL)
			p.end(within)
			text := read()
			begun, ended, tool := 0, 0, ""
			for line := range strings.Lines(text) {
				var e struct{ Event, Tool, Outcome string }
				if err := json.Unmarshal([]byte(line), &e); err != nil && strings.HasSuffix(line, "\n") {
					t.Errorf("%q: %v", line, err)
				}
				switch {
				case e.Outcome != "":
					ended++
				case e.Tool != "":
					begun++
					tool = e.Tool
				}
			}
			if tool != c.last || (begun == ended) != c.ended || !strings.Contains(text, "still there") {
				t.Errorf("%d calls begun, %d ended, the last is %s: %s", begun, ended, tool, text)
			}
			conf.NoProcess(time.Second)
			if out, err := command(conf.Dir, "status").Output(); err != nil { // which removes the launch directory
				t.Errorf("the next start: %s, %v", out, err)
			}
		})
	}
}

package mcp

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestAServerThatDiesSaysWhy(t *testing.T) {
	t.Parallel()
	c := startScript(t, "dies")
	_, err := c.Request(within(t), "initialize", nil)
	if err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("got %v", err)
	}
	if got := c.Stderr(); got != "the pinned build is not there" {
		t.Errorf("its last words were %q", got)
	}
	if err := c.Send([]byte("{}")); err == nil {
		t.Error("a line was sent to nobody")
	}
}

func TestAnAnswerThatNeverComesEndsWithTheContext(t *testing.T) {
	t.Parallel()
	c := startScript(t, "stays")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Request(ctx, "ping", nil); err == nil || ctx.Err() == nil {
		t.Errorf("got %v", err)
	}
}

func TestCloseAsksThenTellsThenKills(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"echo":     "<nil>",
		"stays":    "only when it was told to",
		"stubborn": "until it was killed",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			c := startScript(t, script)
			if script == "stubborn" {
				if _, err := c.Request(within(t), "ping", nil); err != nil {
					t.Fatal(err)
				}
			}
			if script != "echo" {
				c.grace = 300 * time.Millisecond
			}
			if err := c.Close(); !strings.Contains(fmt.Sprint(err), want) {
				t.Errorf("got %v, want %q", err, want)
			}
			if c.cmd.ProcessState == nil {
				t.Error("the process was not waited for")
			}
		})
	}
}

func TestWhatIsNotThereCannotBeStarted(t *testing.T) {
	t.Parallel()
	if _, err := Start(exec.Command(t.TempDir() + "/nothing")); err == nil {
		t.Error("it was started")
	}
}

func TestTailKeepsTheLastLines(t *testing.T) {
	t.Parallel()
	kept := newTail()
	for i := range 10_000 {
		fmt.Fprintf(kept, "line %d\n", i)
	}
	lines := strings.Split(kept.String(), "\n")
	if len(lines) != tailLines || lines[tailLines-1] != "line 9999" {
		t.Errorf("kept %q", lines)
	}
	if n := cap(kept.kept); n > 8*tailBytes {
		t.Errorf("holds %d bytes", n)
	}
}

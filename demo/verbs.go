package demo

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

// marker names an environment variable that every verb of the walk gets and
// nothing inside the walls may see.
const marker = "CONNECTOR_BROWSER_DEMO_MARKER"

// Command is a verb of the program in the demo's directory, in a process group
// of its own: what a terminal sends goes to the demo, which ends it in order.
func (h *Home) Command(args ...string) *exec.Cmd {
	cmd := exec.Command(h.Program, args...)
	cmd.Env = append(os.Environ(), "CONFIG_LOCAL_DIR="+h.Dir, marker+"=visible")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// Verb runs a verb to its end and gives its standard output. Where it fails,
// its last sentence is the error. Notes gets its standard error as it comes.
func (h *Home) Verb(ctx context.Context, stdin string, notes io.Writer, args ...string) (string, error) {
	cmd := h.Command(args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, io.MultiWriter(&stderr, notes)
	if f, ok := notes.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		cmd.Stderr = f // as it is, for a progress bar
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Signal(syscall.SIGTERM) })
	defer stop()
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Wait()
	if err != nil {
		if said := lastLine(stderr.String()); said != "" {
			err = errors.New(said)
		}
		return "", err
	}
	return stdout.String(), nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "connector-browser: ")
}

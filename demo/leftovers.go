package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"connector-browser/demo/mcp"
)

// nothingLeft is what every ending has to leave.
const nothingLeft = "no process, no launch directory"

// outlive kills the launcher as a crash would. What it had started has to be
// gone within a second, and its directory with the next start, which is that
// of the session in which the walk goes on.
func outlive(ctx context.Context, w *walk) (string, error) {
	before, err := w.home.Launches()
	if err != nil {
		return "", err
	}
	if running, err := processesOf(w.home.Connector()); err != nil || len(running) == 0 {
		return "", errors.Join(errors.New("nothing was running, so there was nothing to be left"), err)
	}
	w.session.Kill()
	left, err := w.remaining(time.Second)
	w.session.Close() // only now: that its client went away is not what ends it
	if err := errors.Join(err, w.reopen(ctx, strictPolicy(w.site.Host()))); err != nil {
		return "", err
	}
	after, err := w.home.Launches()
	if err != nil {
		return "", err
	}
	stale := slices.DeleteFunc(after, func(dir string) bool { return !slices.Contains(before, dir) })
	return leftOver(left, len(stale)), nil
}

// reopen starts the next session and waits until its browser shows a page: on a
// busy machine that may take longer than its policy gives a call.
func (w *walk) reopen(ctx context.Context, policy string) error {
	if err := w.open(policy); err != nil {
		return err
	}
	if _, _, err := w.session.Initialize(ctx); err != nil {
		return err
	}
	for {
		_, err := w.visit(ctx, "/")
		var own *mcp.Error
		if !errors.As(err, &own) || own.Data.Code != "connector.deadline" || ctx.Err() != nil {
			return err
		}
		if w.arrives(ctx) {
			return nil
		}
	}
}

// arrives waits for what a navigation began that was given up: it goes on in the
// upstream, and one more beside it could be aborted by it.
func (w *walk) arrives(ctx context.Context) bool {
	for end := time.Now().Add(deadline); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		if text, err := w.snapshot(ctx); err == nil && strings.Contains(text, "Page URL: "+w.site.URL("/")) {
			return true
		}
	}
	return false
}

// remaining waits until no process of the connector's directory is left, and
// counts those that still are when the time is over.
func (w *walk) remaining(within time.Duration) (int, error) {
	for deadline := time.Now().Add(within); ; time.Sleep(10 * time.Millisecond) {
		running, err := processesOf(w.home.Connector())
		if err != nil || len(running) == 0 || time.Now().After(deadline) {
			return len(running), err
		}
	}
}

func leftOver(processes, directories int) string {
	if processes == 0 && directories == 0 {
		return nothingLeft
	}
	return fmt.Sprintf("%d processes, %d launch directories", processes, directories)
}

// processesOf lists the processes whose command line names something below a
// directory: the pinned Node, the pinned browser and all its helpers.
func processesOf(dir string) ([]int, error) {
	all, err := commandLines()
	if err != nil {
		return nil, err
	}
	var pids []int
	for pid, command := range all {
		if strings.Contains(command, dir+"/") {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

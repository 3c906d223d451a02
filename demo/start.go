package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

// start waits until the session's launch directory is there.
func start(ctx context.Context, w *walk) (string, error) {
	stale, err := w.home.Launches()
	if err != nil {
		return "", err
	}
	if err := w.open(openPolicy(w.site.Host())); err != nil {
		return "", err
	}
	for {
		launches, err := w.home.Launches()
		if err != nil {
			return "", err
		}
		for _, dir := range launches {
			if slices.Contains(stale, dir) {
				continue
			}
			info, err := os.Stat(dir)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("a launch directory of its own, %v", info.Mode()), nil
		}
		select {
		case <-ctx.Done():
			return "", fmt.Errorf("no launch directory appeared: %w", ctx.Err())
		case <-w.session.Exited():
			return "", errors.New("the session ended before it had a launch directory")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func initialize(ctx context.Context, w *walk) (string, error) {
	_, revision, err := w.session.Initialize(ctx)
	return "MCP " + revision, err
}

func listTools(ctx context.Context, w *walk) (string, error) {
	names, err := w.session.Tools(ctx)
	return fmt.Sprintf("%d tools", len(names)), err
}

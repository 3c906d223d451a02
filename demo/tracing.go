package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// verifyTrace lets the program verify its own record of these sessions, and
// reads the record itself: neither the login nor the password may be in it.
func verifyTrace(ctx context.Context, w *walk) (string, error) {
	problems, err := w.home.problems(ctx)
	if err != nil {
		return "", err
	}
	if problems > 0 {
		return fmt.Sprintf("%d problems", problems), nil
	}
	for _, name := range w.home.traceFiles() {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		for _, secret := range append(spellings(w.site.Session()), spellings(w.site.Password())...) {
			if bytes.Contains(text, []byte(secret)) {
				return "unbroken, a secret in it", nil
			}
		}
	}
	return "unbroken, no secret in it", nil
}

// verifyChanged copies the trace, makes one call in it that of another tool,
// and lets the program verify the copy.
func verifyChanged(ctx context.Context, w *walk) (string, error) {
	dir, err := os.MkdirTemp(w.home.Dir, "copy-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	twin := &Home{Dir: dir, Program: w.home.Program}
	if err := copyFiles(filepath.Join(w.home.Connector(), "trace"), filepath.Join(twin.Connector(), "trace")); err != nil {
		return "", err
	}
	files := twin.traceFiles()
	if len(files) == 0 {
		return "", errors.New("there is no trace to change")
	}
	if err := forge(slices.Max(files)); err != nil {
		return "", err
	}
	problems, err := twin.problems(ctx)
	if problems == 1 {
		return "1 problem", err
	}
	return fmt.Sprintf("%d problems", problems), err
}

// copyFiles copies the files right in a folder into a new one, for its owner
// alone.
func copyFiles(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, e.Name()), content, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forge changes the last snapshot in a file of the trace into a click.
func forge(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	at := bytes.LastIndex(text, []byte("browser_snapshot"))
	if at < 0 {
		return errors.New("the trace does not hold the snapshots that were taken")
	}
	forged := slices.Concat(text[:at], []byte("browser_click"), text[at+len("browser_snapshot"):])
	return os.WriteFile(file, forged, 0o600)
}

// traceFiles lists the days of the trace that are not compressed yet.
func (h *Home) traceFiles() []string {
	files, _ := filepath.Glob(filepath.Join(h.Connector(), "trace", "*.jsonl")) // fails for a bad pattern alone
	return files
}

// problems asks log how many places of the trace are not as they were written.
// A trace without a record is an error: nothing would have been verified.
func (h *Home) problems(ctx context.Context) (int, error) {
	cmd := h.Command("log", "--verify", "--json")
	cmd.Stderr = io.Discard
	out, failed := cmd.Output() // with a report even when it finds something
	var report struct {
		Records  int   `json:"records"`
		Problems []any `json:"problems"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return 0, errors.Join(failed, fmt.Errorf("the report cannot be read: %w", err))
	}
	if report.Records == 0 {
		return 0, errors.New("the trace is empty")
	}
	if failed != nil && len(report.Problems) == 0 {
		return 0, failed
	}
	return len(report.Problems), ctx.Err()
}

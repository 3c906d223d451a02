package trace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A trace that cannot be written ends the session that it should tell of.
func TestFailuresAreNotSilent(t *testing.T) {
	t.Parallel()
	t.Run("full", func(t *testing.T) {
		w := open(t, filepath.Join(t.TempDir(), "trace"), Options{MaxDay: 600})
		var err error
		for range 10 {
			if err = w.Append(Record{Kind: KindCall}); err != nil {
				break
			}
		}
		if !errors.Is(err, ErrFull) {
			t.Fatal(err)
		}
		if err := w.Append(Record{Kind: KindCall}); !errors.Is(err, ErrFull) {
			t.Errorf("the next record: %v", err)
		}
		if err := w.Close(OutcomeOK); !errors.Is(err, ErrFull) {
			t.Errorf("the end: %v", err)
		}
	})
	t.Run("a link in the file's place", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "trace")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(t.TempDir(), "target")
		if err := os.Symlink(target, filepath.Join(dir, "2026-11-30.jsonl")); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, Options{Now: morning().Now}); err == nil {
			t.Error("opened")
		}
		if _, err := os.Stat(target); err == nil {
			t.Error("the link was followed")
		}
	})
	t.Run("a pipe in the file's place", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "trace")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, "2026-11-30.jsonl"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, Options{Now: morning().Now}); err == nil {
			t.Error("opened")
		}
	})
	t.Run("others may write", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "trace")
		session(t, dir, Options{Now: morning().Now}, 1)
		path := filepath.Join(dir, "2026-11-30.jsonl")
		if err := os.Chmod(path, 0o606); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, Options{Now: morning().Now}); err == nil || !strings.Contains(err.Error(), "chmod") {
			t.Error(err)
		}
	})
	t.Run("after the end", func(t *testing.T) {
		w := open(t, filepath.Join(t.TempDir(), "trace"), Options{})
		if err := w.Close(OutcomeOK); err != nil {
			t.Fatal(err)
		}
		if err := w.Append(Record{Kind: KindCall}); err == nil {
			t.Error("written")
		}
		if err := w.Close(OutcomeOK); err != nil {
			t.Error(err)
		}
	})
}

// What a launch that was killed left half-written spoils no other record.
func TestHalfALine(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	c := morning()
	session(t, dir, Options{Launch: "a", Now: c.Now}, 1)
	path := filepath.Join(dir, "2026-11-30.jsonl")
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, `{"time":"2026-11-30T09:`)
	file.Close()
	session(t, dir, Options{Launch: "b", Now: c.Now}, 1)
	report, err := Verify(dir)
	if err != nil || len(report.Problems) != 1 || report.Problems[0].Line != 4 || report.Records != 6 {
		t.Errorf("%v %+v", err, report)
	}
}

package trace

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Days that are over are compressed, read as before, and the oldest go when all
// are too large.
func TestOldDays(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	c := morning()
	for day := range 4 {
		session(t, dir, Options{Launch: fmt.Sprint("day", day), Now: c.Now}, 20)
		for _, name := range []string{"2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"} {
			os.Chtimes(filepath.Join(dir, name+".jsonl"), c.now, c.now)
		}
		c.add(24 * time.Hour)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := count(t, dir)
	w := open(t, dir, Options{Launch: "today", Now: c.Now})
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	got := fmt.Sprint(len(names), strings.Count(fmt.Sprint(names), ".gz"))
	if got != "6 4" {
		t.Errorf("files: %v", names)
	}
	if after := count(t, dir); after != before+2 {
		t.Errorf("%d records, then %d", before, after)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", name, info.Mode())
		}
	}
	if report, err := Verify(dir); err != nil || !report.OK() {
		t.Error(err, report.Problems)
	}
	w = open(t, dir, Options{Launch: "bounded", Now: c.Now, MaxTotal: 3000})
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	report, err := Verify(dir)
	if err != nil || !report.OK() || report.Files >= 5 || report.Files < 1 {
		t.Errorf("%v %+v", err, report)
	}
	if _, err := os.Stat(filepath.Join(dir, "notes.txt")); err != nil {
		t.Error("a file that is not ours is gone")
	}
}

// Whatever ended the compression half-way, no record is lost or read twice.
func TestInterruptedCompression(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	c := morning()
	session(t, dir, Options{Now: c.Now}, 3)
	path := filepath.Join(dir, "2026-11-30.jsonl")
	old := c.now.Add(-2 * time.Hour)
	c.add(48 * time.Hour)
	if err := os.WriteFile(path+".gz.part", []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(text)
	z.Close()
	if err := os.WriteFile(path+".gz", packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if n := count(t, dir); n != 5 {
		t.Errorf("%d records while both are there", n)
	}
	os.Chtimes(path, old, old)
	os.Chtimes(path+".gz.part", old, old)
	session(t, dir, Options{Now: c.Now}, 0)
	if n := count(t, dir); n != 7 {
		t.Errorf("%d records afterwards", n)
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 || left[0] != path+".gz" {
		t.Errorf("left: %v", left)
	}
}

func count(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	if err := Read(dir, Filter{}, func(Record) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

package trace

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// clock is a time that tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func morning() *clock { return &clock{now: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)} }

func open(t *testing.T, dir string, o Options) *Writer {
	t.Helper()
	w, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func add(t *testing.T, w *Writer, r Record) {
	t.Helper()
	if err := w.Append(r); err != nil {
		t.Fatal(err)
	}
}

// session writes a launch of n calls and its end.
func session(t *testing.T, dir string, o Options, n int) {
	t.Helper()
	w := open(t, dir, o)
	for i := range n {
		add(t, w, Record{Kind: KindCall, Tool: fmt.Sprintf("tool_%d", i), Outcome: OutcomeOK})
	}
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
}

func readLines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
}

// SN-083: a line for every exchange, refused ones too; 0600 in 0700.
func TestOneLineForEachExchange(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	w := open(t, dir, Options{Launch: "aaaa", Now: morning().Now})
	w.SetClient("claude-code")
	add(t, w, Record{Kind: KindCall, Tool: "browser_type", Arguments: Shape([]byte(`{"text":"hunter2","submit":true}`)), Page: "example.com",
		Hosts: []Host{{Name: "example.com", Port: 443, Sent: 10, Received: 20}}, Outcome: OutcomeOK, Withheld: []string{"password field"}, Duration: 12.5, Sent: 100, Received: 200})
	add(t, w, Record{Kind: KindCall, Tool: "browser_evaluate", Outcome: "connector.forbidden_scope", Reason: "browser_evaluate is not in tools.allow", Policy: "policy.toml:3"})
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "2026-11-30.jsonl")
	for name, want := range map[string]os.FileMode{dir: 0o700 | os.ModeDir, path: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	got := readLines(t, path)
	if len(got) != 4 {
		t.Fatalf("%d lines", len(got))
	}
	const start = `{"time":"2026-11-30T09:00:00.000Z","launch":"aaaa","seq":1,"client":"claude-code","kind":"call","tool":"browser_type",` +
		`"arguments":{"text":"string(7)","submit":"boolean"},"page":"example.com","hosts":[{"name":"example.com","port":443,"sent":10,"received":20}],` +
		`"outcome":"ok","withheld":["password field"],"ms":12.5,"sent":100,"received":200,"prev":"`
	if !strings.HasPrefix(got[1], start) {
		t.Errorf("\ngot  %s\nwant %s…", got[1], start)
	}
	if strings.Contains(strings.Join(got, ""), "hunter2") {
		t.Error("a value stands in the trace")
	}
	if !strings.Contains(got[3], `"kind":"end"`) || !strings.Contains(got[3], `"count":4`) {
		t.Errorf("end: %s", got[3])
	}
}

// SN-083: the day is that of UTC, and a launch goes on in the next day's file.
func TestDaysRollInUTC(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	zone := time.FixedZone("far west", -10*3600)
	c := &clock{now: time.Date(2020, 11, 30, 13, 59, 59, 0, zone)} // one second before midnight UTC
	w := open(t, dir, Options{Now: c.Now})
	add(t, w, Record{Kind: KindCall})
	c.add(time.Second)
	add(t, w, Record{Kind: KindCall})
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	if a, b := readLines(t, filepath.Join(dir, "2020-11-30.jsonl")), readLines(t, filepath.Join(dir, "2020-12-01.jsonl")); len(a) != 2 || len(b) != 2 {
		t.Errorf("%d and %d lines", len(a), len(b))
	}
	if report, err := Verify(dir); err != nil || !report.OK() {
		t.Error(err, report.Problems)
	}
}

// SN-083: launches side by side write whole lines, and every chain holds.
func TestConcurrentLaunches(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			w, err := Open(dir, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			var calls sync.WaitGroup
			for range 4 {
				calls.Go(func() {
					for range 25 {
						if err := w.Append(Record{Kind: KindCall, Reason: strings.Repeat("x", 250)}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			calls.Wait()
			if err := w.Close(OutcomeOK); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	report, err := Verify(dir)
	if err != nil || !report.OK() || report.Records != 8*102 || report.Launches != 8 || len(report.Open) > 0 {
		t.Errorf("%v %+v", err, report)
	}
}

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

// What is recorded of arguments is their shape (SN-083: marker secrets absent).
func TestShape(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"url":"https://example.com/?t=marker"}`:                    `{"url":"string(29)"}`,
		`{"a":1.5,"b":true,"c":null,"d":[],"e":[{"x":"y"},2]}`:       `{"a":"number","b":"boolean","c":"null","d":"list(0)","e":"list(2)"}`,
		`{"marker-4711":1,"":2,"` + strings.Repeat("n", 40) + `":3}`: `{"name(11)":"number","name(0)":"number","name(40)":"number"}`,
		`{"a":{"b":{"c":{"d":{"e":1}}}}}`:                            `{"a":{"b":{"c":{"d":"…"}}}}`,
		`"marker"`:                                                   `"string(6)"`,
		`{"a":`:                                                      `"bytes(5)"`,
		``:                                                           `"bytes(0)"`,
		`{"a":"` + strings.Repeat("é", 5000) + `"}`:                  `{"a":"string(5000)"}`,
	} {
		got := Shape([]byte(in))
		if string(got) != want || !json.Valid(got) {
			t.Errorf("%.60s: %s", in, got)
		}
	}
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, `,"name_%c%c":1`, 'a'+i%26, 'a'+i/26%26)
	}
	if got := Shape([]byte(`{"a":1` + many.String() + `}`)); len(got) > maxShape {
		t.Errorf("%d bytes", len(got))
	}
}

// A record is bounded whatever is put into it.
func TestRecordsAreBounded(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	w := open(t, dir, Options{})
	long := strings.Repeat("é", 100_000)
	r := Record{Kind: KindCall, Tool: long, Reason: long, Arguments: []byte("{no json"), Outcome: long}
	for range 500 {
		r.Hosts = append(r.Hosts, Host{Name: long, Reason: long})
		r.Withheld = append(r.Withheld, long)
	}
	add(t, w, r)
	if err := w.Close(OutcomeOK); err != nil {
		t.Fatal(err)
	}
	if err := Read(dir, Filter{}, func(r Record) error {
		if len(r.Tool) > maxText || len(r.Hosts) > maxHosts {
			t.Error("not bounded")
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if report, err := Verify(dir); err != nil || !report.OK() {
		t.Error(err, report.Problems)
	}
}

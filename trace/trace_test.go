package trace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
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

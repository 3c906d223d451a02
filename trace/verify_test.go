package trace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// SN-083: what Verify finds, and what it cannot.
func TestVerify(t *testing.T) {
	t.Parallel()
	swap := func(l []string, i, j int) []string {
		l = slices.Clone(l)
		l[i], l[j] = l[j], l[i]
		return l
	}
	for _, c := range []struct {
		name string
		edit func(l []string) []string // two launches of five lines each: start, three calls, end
		want []string
	}{
		{"untouched", func(l []string) []string { return l }, nil},
		{"changed", func(l []string) []string { l[2] = strings.Replace(l[2], "tool_1", "tool_9", 1); return l },
			[]string{"day.jsonl:3: record 2 of launch a was changed"}},
		{"changed, and its hash with it", func(l []string) []string {
			r, _, _ := unseal([]byte(strings.TrimSuffix(l[2], "\n")))
			r.Tool = "tool_9"
			line, _, _ := seal(r)
			l[2] = string(line)
			return l
		}, []string{"day.jsonl:4: record 3 of launch a does not follow record 2: one of them was written anew"}},
		{"one missing", func(l []string) []string { return slices.Delete(l, 2, 3) }, []string{"of launch a, record 2 is missing"}},
		{"two missing", func(l []string) []string { return slices.Delete(l, 2, 4) }, []string{"of launch a, records 2 to 3 are missing"}},
		{"reordered", func(l []string) []string { return swap(l, 1, 3) },
			[]string{"record 2 of launch a stands after record 3", "record 1 of launch a stands after record 3"}},
		{"twice", func(l []string) []string { return slices.Insert(l, 3, l[2]) }, []string{"day.jsonl:4: record 2 of launch a is there twice"}},
		{"put in", func(l []string) []string {
			line, _, _ := seal(Record{Launch: "a", Seq: 5, Kind: KindCall, Prev: strings.Repeat("0", 64)})
			return slices.Insert(l, 5, string(line))
		}, []string{"record 5 of launch a does not follow record 4", "record 5 of launch a stands after its end", "launch a says that it wrote 5 records, and its last is record 5"}},
		{"no record at all", func(l []string) []string { return slices.Insert(l, 1, "hello\n") }, []string{"day.jsonl:2: this line is no record"}},
		{"the start missing", func(l []string) []string { return slices.Delete(l, 5, 6) }, nil}, // looks like an older day that is gone
		{"launches mixed", func(l []string) []string { return swap(swap(swap(l, 4, 5), 3, 4), 5, 6) }, nil},
		{"the tail cut off", func(l []string) []string { return l[:8] }, nil}, // Open names the launch
	} {
		t.Run("SN-083 "+c.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "trace")
			for _, launch := range []string{"a", "b"} {
				session(t, dir, Options{Launch: launch, Now: morning().Now}, 3)
			}
			path := filepath.Join(dir, "2026-11-30.jsonl")
			edited := c.edit(readLines(t, path))
			if err := os.WriteFile(path, []byte(strings.Join(edited, "")), 0o600); err != nil {
				t.Fatal(err)
			}
			report, err := Verify(dir)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range report.Problems {
				got = append(got, strings.Replace(p.String(), "2026-11-30", "day", 1))
			}
			ok := len(got) == len(c.want)
			for i := 0; ok && i < len(got); i++ {
				ok = strings.Contains(got[i], c.want[i])
			}
			if !ok {
				t.Errorf("\ngot  %q\nwant %q", got, c.want)
			}
			if c.name == "the tail cut off" && !slices.Equal(report.Open, []string{"b"}) {
				t.Errorf("open: %v", report.Open)
			}
			if c.name == "the start missing" && !slices.Equal(report.Early, []string{"b"}) {
				t.Errorf("early: %v", report.Early)
			}
		})
	}
}

// A launch names the line that stood last when it began: a day, or a launch,
// that was taken out from between is missed.
func TestVerifyAcrossDays(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T) string {
		dir := filepath.Join(t.TempDir(), "trace")
		for i, day := range []string{"2026-11-28", "2026-11-29", "2026-11-30"} {
			c := morning()
			c.now = c.now.AddDate(0, 0, i-2)
			session(t, dir, Options{Launch: "l" + day, Now: c.Now}, 2)
		}
		return dir
	}
	for _, c := range []struct {
		remove string
		want   bool
	}{{"2026-11-28", true}, {"2026-11-29", false}, {"2026-11-30", true}} {
		t.Run(c.remove, func(t *testing.T) {
			t.Parallel()
			dir := write(t)
			left, _ := filepath.Glob(filepath.Join(dir, c.remove+"*"))
			for _, name := range left {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			report, err := Verify(dir)
			if err != nil || report.OK() != c.want {
				t.Errorf("%v %v", err, report.Problems)
			}
		})
	}
}

func TestVerifyWithoutTrace(t *testing.T) {
	t.Parallel()
	report, err := Verify(filepath.Join(t.TempDir(), "none"))
	if err != nil || !report.OK() || report.Records != 0 {
		t.Error(err, report)
	}
}

// FuzzVerify: whatever a file holds, an answer and no panic.
func FuzzVerify(f *testing.F) {
	line, hash, _ := seal(Record{Launch: "a", Kind: KindStart})
	next, _, _ := seal(Record{Launch: "a", Kind: KindEnd, Seq: 1, Prev: hash, Count: 2})
	f.Add(append(line, next...))
	f.Add([]byte(`{"seq":18446744073709551615,"launch":"a","hosts":[{}]}` + "\n{}\nnull\n[]\n"))
	f.Add([]byte("\xff\x00\n\n\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "2026-11-30.jsonl"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(dir); err != nil {
			t.Fatal(err)
		}
		if err := HTML(discard{}, dir, Filter{}, morning().now); err != nil {
			t.Fatal(err)
		}
	})
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

package launcher

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/output"
	"connector-browser/policy"
	"connector-browser/relay/withhold"
)

// settled is longer than a change needs to be told from the next one by its time.
const settled = 100 * time.Millisecond

const writtenSecret = "k3T9xQ2mV7bL5wZ8rN4cJ6hF1dS0aGpY"

// CB-155: what the session wrote is searched where it lies; what belongs to
// somebody else, or is no text, stays as it is.
func TestWithholdInFiles(t *testing.T) {
	t.Parallel()
	launch, elsewhere := t.TempDir(), t.TempDir()
	d := &directory{path: launch}
	if err := os.Mkdir(d.out(), 0o700); err != nil {
		t.Fatal(err)
	}
	var err error
	if d.root, err = os.OpenRoot(d.out()); err != nil {
		t.Fatal(err)
	}
	defer d.root.Close()
	raw := "it is " + writtenSecret + "\n"
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"inner", uploadPrefix + "x"} {
		if err := os.Mkdir(filepath.Join(d.out(), folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	outside, linked := filepath.Join(elsewhere, "outside"), filepath.Join(elsewhere, "linked")
	write(outside, raw)
	write(linked, raw)
	picture := "\x89PNG\r\n\x1a\n\x00" + raw
	in := func(name string) string { return filepath.Join(d.out(), name) }
	for name, text := range map[string]string{
		"text": raw, "inner/text": raw, "zero": "\x00" + raw, "picture": picture, "state": raw, uploadPrefix + "x/mine": raw, "plain": "nothing",
	} {
		write(in(name), text)
	}
	for _, err := range []error{
		os.Symlink(outside, in("link")), os.Symlink(elsewhere, in("folder")), os.Link(linked, in("second")),
		os.Truncate(in("plain"), 64<<20+1), // a text: there is no such byte in its head
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	set := withhold.New([]withhold.Secret{{Label: "cookie session", Value: writtenSecret}})
	w := output.New(d.root, set, broughtIn)
	defer w.Close()
	w.Except("state")
	log, err := os.OpenFile(in("text"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()

	const label = "it is [withheld: cookie session]\n"
	holds := func(want map[string]string) {
		t.Helper()
		for path, text := range want {
			if !filepath.IsAbs(path) {
				path = in(path)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != text {
				t.Errorf("%s holds %q, %v", path, got, err)
			}
		}
	}
	w.Withhold()
	want := map[string]string{
		"text": label, "inner/text": label, "zero": "\x00" + label, "picture": picture, "state": raw,
		uploadPrefix + "x/mine": raw, outside: raw, linked: raw,
	}
	holds(want)

	if _, err := log.WriteString(raw); err != nil { // the upstream goes on
		t.Fatal(err)
	}
	w.Gone("state")
	w.Withhold()
	want["text"], want["state"] = label+label, label
	holds(want)

	time.Sleep(settled)
	w.Withhold()
	before, err := os.Stat(in("text"))
	if err != nil {
		t.Fatal(err)
	}
	write(in("text"), strings.Repeat("x", len(label+label)-len(raw))+raw) // as long as it was
	if err := os.Chtimes(in("text"), time.Time{}, before.ModTime()); err != nil {
		t.Fatal(err)
	}
	w.Withhold()
	if got, err := os.ReadFile(in("text")); err != nil || strings.Contains(string(got), writtenSecret) {
		t.Errorf("a change under an old time was not seen: %q, %v", got, err)
	}

	u := &uploads{d, policy.Files{}, w}
	write(in("text"), raw) // and no look between
	for _, name := range []string{"text", "inner/text", "picture"} {
		inside, err := u.Bring(in(name))
		if err != nil || inside == in(name) || filepath.Base(inside) != filepath.Base(name) {
			t.Errorf("%s is brought as %s, %v", name, inside, err)
			continue
		}
		if name == "picture" {
			holds(map[string]string{inside: picture})
		} else {
			holds(map[string]string{inside: label})
		}
	}
	for _, name := range []string{"link", "folder/outside", "second", "plain", "inner", "none"} {
		if inside, err := u.Bring(in(name)); err == nil || strings.Contains(err.Error(), launch) {
			t.Errorf("%s is brought as %s, %v", name, inside, err)
		}
	}

	to := t.TempDir()
	if _, err := keep(d.root, to, set); err == nil || !strings.HasPrefix(err.Error(), "1 were left behind") {
		t.Errorf("of what was kept it is said: %v", err)
	}
	holds(map[string]string{filepath.Join(to, "picture"): picture, filepath.Join(to, "zero"): "\x00" + label})
	entries, err := os.ReadDir(to)
	if err != nil || len(entries) != 5 {
		t.Errorf("kept are %v, %v", entries, err)
	}
	for _, entry := range entries {
		if got, err := os.ReadFile(filepath.Join(to, entry.Name())); err != nil || entry.Name() != "picture" && strings.Contains(string(got), writtenSecret) {
			t.Errorf("%s is kept as %q, %v", entry.Name(), got, err)
		}
	}
}

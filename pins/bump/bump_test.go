package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	connectorbrowser "connector-browser"
	"connector-browser/launcher/sandbox"
	"connector-browser/pins"
	"connector-browser/pins/pinstest"
)

func TestMain(m *testing.M) {
	sandbox.Stage2()
	os.Exit(m.Run())
}

// A maintainer's checkout, as far as bump looks at it.
func checkout(t *testing.T, lock, record string) options {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{lockName: lock, recordName: record} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return options{version: pinned(t), root: root, note: func(string) {}}
}

func pinned(t *testing.T) string { return pinstest.Lock(t).Program(program).Version }

// wantFiles wants the checkout to hold exactly these.
func wantFiles(t *testing.T, o options, lock, record string) {
	t.Helper()
	for name, want := range map[string]string{lockName: lock, recordName: record} {
		if got, err := os.ReadFile(filepath.Join(o.root, name)); err != nil || string(got) != want {
			t.Errorf("%s has %d bytes that are not the %d wanted, %v", name, len(got), len(want), err)
		}
	}
	if entries, err := os.ReadDir(o.root); err != nil || len(entries) != 2 {
		t.Errorf("the checkout holds %v, %v", entries, err)
	}
}

// From another version's lock and record, the real registry and the real upstream
// lead to exactly the pinned ones; from those to the same again.
func TestBumpToThePinnedVersion(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the upstream is asked inside the walls of Linux")
	}
	lock, record := string(connectorbrowser.Lock), string(connectorbrowser.Record)
	bin := filepath.Join(t.TempDir(), "bin")
	pinstest.Copy(t, bin) // Node.js and the browser need not be fetched anew

	part := regexp.MustCompile(`(?s)"` + program + `": \{.*?"node": \{`)
	older := part.ReplaceAllStringFunc(lock, func(mcp string) string {
		mcp = regexp.MustCompile(`"[0-9a-f]{64}"`).ReplaceAllString(mcp, `"`+strings.Repeat("0", 64)+`"`)
		mcp = regexp.MustCompile(`"size": \d+`).ReplaceAllString(mcp, `"size": 7`)
		mcp = regexp.MustCompile(`-alpha-\d+`).ReplaceAllString(mcp, `-alpha-1`)
		return strings.Replace(mcp, pinned(t), "0.0.1", 1)
	})
	olderRecord := strings.NewReplacer(`"name": "browser_close"`, `"name": "browser_shut"`, `"Width of the browser window"`, `"Width"`, `"version": "`+pinned(t), `"version": "0.0.1`).Replace(record)
	if older == lock || olderRecord == record {
		t.Fatal("the older files are the pinned ones")
	}

	o := checkout(t, older, olderRecord)
	o.bin, o.dry = bin, true
	if r, err := bump(t.Context(), o); err != nil || !r.Differs || r.Written {
		t.Fatalf("a dry run: %+v, %v", r, err)
	}
	wantFiles(t, o, older, olderRecord)

	o.dry = false
	r, err := bump(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	wantFiles(t, o, lock, record)
	for _, want := range []string{"- browser_shut", "+ browser_close: Close the page", `~ browser_resize: ~ argument width {"type":"number","description":"Width"} → {"type":"number","description":"Width of the browser window"}`} {
		if !slices.Contains(r.Changes, want) {
			t.Errorf("%q is not among the changes: %q", want, r.Changes)
		}
	}
	if len(r.Changes) != 3 || !r.Written || r.From != "0.0.1" || r.To != pinned(t) || !strings.Contains(r.text(), "wrote "+lockName) {
		t.Errorf("%+v", r)
	}

	r, err = bump(t.Context(), o)
	if err != nil || r.Differs || r.Written || len(r.Changes) != 0 {
		t.Errorf("once more: %+v, %v", r, err)
	}
	wantFiles(t, o, lock, record)
}

// What cannot be pinned is one sentence, and nothing is written.
func TestBumpRefuses(t *testing.T) {
	t.Parallel()
	if _, err := pins.FetchNPM(t.Context(), server, pinned(t)); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("the registry cannot be asked: %v", err)
	}
	lock, record := string(connectorbrowser.Lock), string(connectorbrowser.Record)
	chromeNow := pinstest.Lock(t).Program(chrome).Version
	for _, c := range []struct{ name, version, lock, want string }{
		{"a tag", "latest", lock, "^--mcp takes a whole version such as 1.2.3, no tag and no range$"},
		{"a range", "^0.0.1", lock, "^--mcp takes a whole version"},
		{"a path", "0.0.1/../../x", lock, "^--mcp takes a whole version"},
		{"half a version", "0.1", lock, "^--mcp takes a whole version"},
		{"a version that there is none of", "0.0.99999", lock, `^npm:@playwright/mcp@0\.0\.99999: the registry has no such version$`},
		{"a Chrome that is not pinned", pinned(t), strings.ReplaceAll(lock, chromeNow, "1.2.3.4"),
			`^@playwright/mcp .* is made for Chrome ` + regexp.QuoteMeta(chromeNow) + ` \(revision \d+\), and binaries\.lock\.json pins chrome-for-testing 1\.2\.3\.4; change there chrome-for-testing\.version, and sha256 and size`},
		{"no lock", pinned(t), "{}", `^binaries\.lock\.json: `},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := checkout(t, c.lock, record)
			o.version = c.version
			r, err := bump(t.Context(), o)
			if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%+v, %v; want %s", r, err, c.want)
			}
			wantFiles(t, o, c.lock, record)
		})
	}
}

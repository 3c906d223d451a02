package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"connector-browser/pins/pinstest"
	"connector-browser/secrets"
)

// On a machine where all is well every probe says so: the browser opens a page
// in a real launch, the canary does not get out, nothing is left, and of the
// login state not a character is said (SN-004, CB-174).
func TestExamine(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	conf, dir := installed(t)
	state := `{"cookies":[{"name":"MARKER","value":"MARKERMARKERMARKER","domain":"shop.example","path":"/","expires":-1}],"origins":[]}`
	must(t, dir.Store(t.Context(), secrets.Login{State: []byte(state)}))
	before := files(t, conf)

	d := newDoctor(t, conf)
	var told []Result
	report, err := d.Examine(t.Context(), func(r Result) { told = append(told, r) })
	must(t, err)
	if !report.OK || !slices.Equal(told, report.Probes) || len(told) != len(probes) {
		t.Errorf("ok is %v, %d of %d probes told", report.OK, len(told), len(probes))
	}
	for i, r := range report.Probes {
		if r.Name != probes[i].name || r.Status != OK && r.Name != "catalog" && r.Name != "clients" {
			t.Errorf("%s: %+v", probes[i].name, r)
		}
	}
	find(t, report, "browser").want(t, OK, "^"+pinstest.Browser+" opens a page in the walls$", "")
	text, err := json.Marshal(report)
	must(t, err)
	if bytes.Contains(text, []byte("MARKER")) {
		t.Errorf("the login state is said: %s", text)
	}
	if left := files(t, temporary); left != nil {
		t.Errorf("left: %q", left)
	}
	if after := files(t, conf); !slices.Equal(before, after) {
		t.Errorf("the configuration directory holds other files now: %q, %q", before, after)
	}
}

// A failed probe makes the report fail, warnings and skipped ones do not; and
// the JSON has the same four keys everywhere.
func TestReport(t *testing.T) {
	t.Parallel()
	d := newDoctor(t, filepath.Join(t.TempDir(), "none"))
	report, err := d.Examine(t.Context(), func(Result) {})
	must(t, err)
	if report.OK {
		t.Error("where nothing is installed the report is ok")
	}
	find(t, report, "build").want(t, Failed, "nothing is installed yet", "^connector-browser install$")
	text, err := json.Marshal(report)
	must(t, err)
	var read struct {
		OK     *bool
		Probes []map[string]string
	}
	must(t, json.Unmarshal(text, &read))
	for _, p := range read.Probes {
		_, named := p["name"]
		_, mends := p["mend"]
		if len(p) != 4 || !named || !mends || p["sentence"] == "" || p["status"] == "" || p["status"] == "failed" && p["mend"] == "" {
			t.Errorf("got %q", p)
		}
	}
	if read.OK == nil || len(read.Probes) != len(probes) {
		t.Errorf("got %s", text)
	}
}

// An interrupted examination is no report.
func TestExamineInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := newDoctor(t, t.TempDir())
	if _, err := d.Examine(ctx, func(r Result) { t.Errorf("told %+v", r) }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func find(t *testing.T, report Report, name string) Result {
	t.Helper()
	for _, r := range report.Probes {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no probe is called %q", name)
	return Result{}
}

// files lists the names in a folder and in the connector's directory below it.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, pattern := range []string{"*", ".*", "connectors/browser/*", "connectors/browser/.*", "connectors/browser/bin/*"} {
		found, err := filepath.Glob(filepath.Join(folder, pattern))
		must(t, err)
		names = append(names, found...)
	}
	_, err := os.Stat(folder)
	must(t, err)
	return names
}

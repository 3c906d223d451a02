package trace

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

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

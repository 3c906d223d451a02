package launcher_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

const save = "browser_storage_state"

// state is a login state as far as these tests look into it.
type state struct {
	Cookies []struct {
		Name, Value, Domain string
		HTTPOnly            bool
	}
	Origins []struct {
		Origin       string
		LocalStorage []struct{ Name, Value string }
	}
}

func parse(t *testing.T, text string) (s state) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// savedFiles are the files of login states in the output folder.
func (l *launch) savedFiles() []string {
	l.t.Helper()
	found, err := filepath.Glob(filepath.Join(l.directory(), "out", "state-*"))
	if err != nil {
		l.t.Fatal(err)
	}
	return found
}

// The login made in one session is saved, and the next starts with it.
func TestSavedLogin(t *testing.T) {
	t.Parallel()
	site := site(t)
	conf := launchtest.New(t).Auth("", true).Policy(allow(site))
	l := start(t, conf)

	l.Step("CB-127 one tool more", func(t *testing.T) {
		names := l.offered()
		if len(names) != 26 || !slices.Contains(names, save) || strings.Count(l.status(), `"browser_`) != 26 {
			t.Errorf("offered are %d tools, %q; the status is %s", len(names), names, l.status())
		}
	})
	l.Step("CB-135 other files are never taken", func(t *testing.T) {
		l.Run(`async page => { `+launchtest.Escape+` const fs = p.getBuiltinModule("fs");
			for (const name of ["storage-state.json", "storage-state-2026-01-01.json", "state-planted.json"])
				fs.writeFileSync(name, '{"cookies":[{"name":"planted","value":"planted","domain":"a.test","path":"/"}],"origins":[]}');
			return 1 }`, nil)
	})
	l.Step("CB-128 CB-131 CB-137 everything that the browser holds", func(t *testing.T) {
		if who := l.greeting(site, "/login"); who != "alice" {
			t.Fatalf("after the login the site says hello to %q", who)
		}
		for _, given := range []any{launchtest.Arguments{"filename": "../../BROWSER_EXPORT"}, launchtest.Arguments{"filename": 7}, launchtest.Arguments{"other": "x"}, []int{1}, nil} {
			if answer := l.Ask("tools/call", map[string]any{"name": save, "arguments": given}); answer.IsError() || answer.Error != nil {
				t.Errorf("with the arguments %v: %s", given, answer.Line)
			}
		}
		text := l.Does(save, launchtest.Arguments{"filename": "mine.json"})
		if strings.Contains(text, "not stored") || strings.Contains(text, token) {
			t.Errorf("answered %s", text)
		}
		stored := parse(t, conf.State())
		var names []string
		for _, c := range stored.Cookies {
			names = append(names, c.Name)
			if c.Name == "session" && (c.Value != "fresh"+token || !c.HTTPOnly) {
				t.Error("the session's cookie is stored otherwise than the site set it")
			}
		}
		if slices.Sort(names); !slices.Equal(names, []string{"page", "session"}) {
			t.Errorf("stored are the cookies %q", names)
		}
		if len(stored.Origins) != 1 || stored.Origins[0].Origin != site.URL || stored.Origins[0].LocalStorage[0].Value != "yes" {
			t.Errorf("stored are the origins %v", stored.Origins)
		}
		if _, err := os.Stat(filepath.Join(l.directory(), "out", "mine.json")); !os.IsNotExist(err) {
			t.Errorf("the caller's own file: %v", err)
		}
		if left := l.savedFiles(); len(left) != 1 || filepath.Base(left[0]) != "state-planted.json" {
			t.Errorf("in the output folder are %q", left)
		}
		if export, err := os.ReadFile(conf.Connector("BROWSER_EXPORT")); err != nil || string(export) != "on" {
			t.Errorf("the switch holds %q, %v", export, err)
		}
	})
	first := conf.State()
	l.Step("CB-136 each save replaces", func(t *testing.T) {
		l.Evaluate(`() => { localStorage.seen = "twice"; return 1 }`, nil)
		l.Does(save, nil)
		if stored := parse(t, conf.State()); stored.Origins[0].LocalStorage[0].Value != "twice" {
			t.Errorf("stored are the origins %v", stored.Origins)
		}
		if copied, err := os.ReadFile(filepath.Join(l.directory(), "BROWSER_STORAGE_STATE")); err != nil || string(copied) == first {
			t.Errorf("the running launch's own copy changed: %v", err)
		}
	})
	l.Step("CB-130 a save that nobody awaits", func(t *testing.T) {
		before := conf.State()
		l.Evaluate(`() => { localStorage.seen = "thrice"; return 1 }`, nil)
		l.Say(`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"browser_storage_state","arguments":{}}}`)
		l.Evaluate(`() => 1`, nil)
		if conf.State() != before {
			t.Error("it was stored")
		}
	})
	l.leaves()

	next := start(t, conf)
	if who := next.greeting(site, "/"); who != "alice" {
		t.Errorf("the next launch starts as %q", who)
	}
	var seen string
	if next.Evaluate(`() => localStorage.seen`, &seen); seen != "yes" { // which the page has just set again
		t.Errorf("its storage says %q", seen)
	}
	next.leaves()
}

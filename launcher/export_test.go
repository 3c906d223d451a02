package launcher_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// What cannot be stored is said in the answer and to the person, and the login
// state stays what it was.
func TestLoginIsNotStored(t *testing.T) {
	t.Parallel()
	site := site(t)
	conf := launchtest.New(t).Auth("", true).Policy(allow(site))
	l := start(t, conf)
	l.greeting(site, "/login")
	before := conf.State()
	refused := func(t *testing.T, reason string) {
		t.Helper()
		text := l.Does(save, nil)
		if want := "The login state was not stored: " + reason; !strings.Contains(text, want) || !l.said.has(want) {
			t.Errorf("answered %s; the person was told %q; want %s", text, l.said, want)
		}
		if strings.Contains(text, token) || l.said.has(token) || conf.State() != before {
			t.Error("something of the login got out, or in")
		}
		if left := l.savedFiles(); len(left) != 0 {
			t.Errorf("left is %q", left)
		}
	}

	l.Step("CB-133 too large", func(t *testing.T) {
		l.Evaluate(`() => { localStorage.big = "x".repeat(4_500_000); return 1 }`, nil)
		refused(t, "the login state is larger than 4 MiB")
		l.Evaluate(`() => { delete localStorage.big; return 1 }`, nil)
	})
	l.Step("CB-134 the upstream's own failure", func(t *testing.T) {
		l.Run(`async page => { `+launchtest.Escape+` p.getBuiltinModule("fs").chmodSync(".", 0o500); return 1 }`, nil)
		answer := l.Tool(save, nil)
		l.Run(`async page => { `+launchtest.Escape+` p.getBuiltinModule("fs").chmodSync(".", 0o700); return 1 }`, nil)
		if !answer.IsError() || !strings.Contains(answer.Text(), "EACCES") || strings.Contains(answer.Text(), "not stored") || conf.State() != before {
			t.Errorf("answered %s", answer.Line)
		}
	})
	l.Step("CB-120 the export was turned off meanwhile", func(t *testing.T) {
		conf.Auth("", false)
		refused(t, "the export of the login state is off")
	})
	l.leaves()
}

// CB-138: saves at the same time, one that is cancelled, and one in whose middle
// the upstream ends leave a whole login state and no file.
func TestSavesMeet(t *testing.T) {
	t.Parallel()
	site := site(t)
	conf := launchtest.New(t).Auth("", true).Policy(allow(site))
	l := start(t, conf)
	l.greeting(site, "/login")

	l.Step("two at once", func(t *testing.T) {
		for _, answer := range []<-chan launchtest.Answer{l.Call(save, nil), l.Call(save, nil)} {
			if got := l.Await(answer); got.IsError() || strings.Contains(got.Line, "not stored") {
				t.Errorf("answered %s", got.Line)
			}
		}
	})
	l.Step("one is cancelled", func(t *testing.T) {
		l.Raw(`"cancelled"`, `{"jsonrpc":"2.0","id":"cancelled","method":"tools/call","params":{"name":"browser_storage_state","arguments":{}}}`)
		l.Say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"cancelled"}}`)
		l.Does(save, nil)
		l.Evaluate(`() => new Promise(done => setTimeout(() => done(1), 500))`, nil)
		if left := l.savedFiles(); len(left) != 0 {
			t.Errorf("left is %q", left)
		}
	})
	l.Step("the upstream ends", func(t *testing.T) {
		before := conf.State()
		saving, ending := l.Call(save, nil), l.Call("browser_run_code_unsafe", launchtest.Arguments{"code": die})
		l.Await(saving) // in time or not
		if got := l.Await(ending); got.Code() != "connector.restarted" {
			t.Errorf("answered %s", got.Line)
		}
		if diff := cmp.Diff(parse(t, before), parse(t, conf.State())); diff != "" {
			t.Errorf("the login state is another one (-before +after):\n%s", diff)
		}
		if left := l.savedFiles(); len(left) != 0 {
			t.Errorf("left is %q", left)
		}
	})
	l.Up()
	l.leaves()
}

package launcher_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"connector-browser/launcher/launchtest"
)

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

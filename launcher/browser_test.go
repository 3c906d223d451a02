package launcher_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// status asks for the status resource and gives its text.
func (l *launch) status() string {
	l.t.Helper()
	answer := l.Ask("resources/read", map[string]any{"uri": "connector://browser/status"})
	var result struct{ Contents []struct{ Text string } }
	if err := json.Unmarshal(answer.Result, &result); err != nil || len(result.Contents) != 1 {
		l.t.Fatalf("the status resource is %s", answer.Line)
	}
	return result.Contents[0].Text
}

// offered are the names in tools/list.
func (l *launch) offered() []string {
	l.t.Helper()
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(l.Ask("tools/list", map[string]any{}).Result, &list); err != nil {
		l.t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

// The status and the list need the upstream but no browser; the first page
// brings one, the pinned one, with its own sandbox up.
func TestBrowserComesWithTheFirstPage(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	l := start(t, conf)

	l.Step("CB-056 CB-057 authorized, 25 names, no browser", func(t *testing.T) {
		names := l.offered()
		want, _ := json.Marshal(map[string]any{"state": "authorized", "tools": names})
		if got := l.status(); len(names) != 25 || got != string(want) {
			t.Errorf("the status is %s, and %d tools are listed", got, len(names))
		}
		l.Up()
		if got := conf.Browsers(); len(conf.Nodes()) != 1 || len(got) != 0 {
			t.Errorf("browsers run: %v", got)
		}
	})

	l.Step("CB-058 CB-098 the first page", func(t *testing.T) {
		l.Does("browser_navigate", launchtest.Arguments{"url": page("hello")})
		program := conf.Connector("bin", "chromium-headless", "chromium")
		for _, p := range conf.Browsers() {
			if exe, err := p.Link("exe"); err != nil || exe != program {
				t.Errorf("process %d runs %s, %v; want the pinned %s", p.PID, exe, err, program)
			}
		}
	})

	l.Step("CB-093 its own sandbox", func(t *testing.T) {
		ours, err := conf.Node().Link("ns/user")
		if err != nil {
			t.Fatal(err)
		}
		renderers := 0
		for _, p := range conf.Browsers() {
			words := strings.Fields(strings.Join(p.Args, " ")) // those that the browser forks rewrite theirs
			if slices.Contains(words, "--no-sandbox") || slices.Contains(words, "--disable-setuid-sandbox") {
				t.Errorf("a browser was started with %q", words)
			}
			if !slices.Contains(words, "--type=renderer") {
				continue
			}
			renderers++
			if its, err := p.Link("ns/user"); err != nil || its == ours {
				t.Errorf("a page is shown in the user namespace of the walls (%s, %v), not in one of the browser's own", its, err)
			}
		}
		if renderers == 0 {
			t.Error("no process shows the page")
		}
	})

	l.Step("CB-075 gone when the client goes", func(t *testing.T) {
		began := time.Now()
		l.leaves()
		if took := time.Since(began); took > graceful {
			t.Errorf("the end took %v", took)
		}
	})
}

// graceful is less than the patience after which the launch would force the
// end: the upstream went by itself (CB-075).
const graceful = 3 * time.Second

// CB-057: the status alone starts the upstream and no browser.
func TestStatusStartsNoBrowser(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	made := make(chan []byte)
	go func() {
		defer close(made)
		status, err := prepare(conf).Status(t.Context())
		if err != nil {
			t.Error(err)
		}
		made <- status
	}()
	upstream := false
	for {
		upstream = upstream || len(conf.Nodes()) > 0
		if browsers := conf.Browsers(); len(browsers) > 0 {
			t.Errorf("a browser runs: %q", browsers[0].Args)
		}
		select {
		case status := <-made:
			if !strings.HasPrefix(string(status), `{"state":"authorized","tools":["browser_`) {
				t.Errorf("the status is %s", status)
			}
			if !upstream {
				t.Error("the upstream was not started, so nobody asked what it offers")
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// CB-059: the status says what the policy leaves.
func TestStatusFollowsThePolicy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text string }{
		"policy.toml": {"policy.toml", "[tools]\nallow = [\"browser_snapshot\", \"browser_navigate\"]\n"},
		"tools.json":  {"tools.json", `{"allow":["browser_snapshot","browser_navigate"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conf := launchtest.New(t).Auth("", true)
			conf.Put(c.file, c.text)
			status, err := prepare(conf).Status(t.Context())
			if err != nil || string(status) != `{"state":"authorized","tools":["browser_navigate","browser_snapshot"]}` {
				t.Errorf("the status is %s, %v", status, err)
			}
		})
	}
}

// CB-060: two sessions and a status at the same time, each with a folder of its
// own and nothing in common.
func TestLaunchesSideBySide(t *testing.T) {
	t.Parallel()
	conf := launchtest.New(t).Auth("", false)
	one := start(t, conf)
	first := one.directory()
	two := start(t, conf)
	if got := conf.Launches(); len(got) != 2 {
		t.Errorf("there are the launch directories %q, want two", got)
	}
	asOne, asTwo := one.Call("browser_navigate", launchtest.Arguments{"url": page("one")}), two.Call("browser_navigate", launchtest.Arguments{"url": page("two")})
	status, err := prepare(conf).Status(t.Context())
	if err != nil || string(status) != one.status() {
		t.Errorf("the status beside them is %s, %v", status, err)
	}
	for _, answer := range []launchtest.Answer{one.Await(asOne), two.Await(asTwo)} {
		if answer.IsError() || answer.Error != nil {
			t.Errorf("a page was not opened: %s", answer.Line)
		}
	}
	if text := one.Does("browser_snapshot", nil); !strings.Contains(text, "one") || strings.Contains(text, "two") {
		t.Errorf("the first session sees %s", text)
	}

	two.Leave()
	<-two.done
	if got := conf.Launches(); !slices.Equal(got, []string{first}) {
		t.Errorf("after the second has ended there is %q, want %q", got, first)
	}
	one.Does("browser_snapshot", nil)
	one.leaves()
}

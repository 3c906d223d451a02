package launcher_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"connector-browser/demo/site/trials"
	"connector-browser/launcher/launchtest"
)

// agent is a launch with the agent surface, on the site of the trials.
func agent(t *testing.T) (l *launch, site string) {
	t.Helper()
	server := httptest.NewServer(trials.Handler())
	t.Cleanup(server.Close)
	conf := launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n" + allow(server))
	return start(t, conf), server.URL
}

// clicks clicks what a page shows under a name.
func (l *launch) clicks(t *testing.T, page, line string) string {
	t.Helper()
	return l.Does("browser_click", launchtest.Arguments{"target": ref(t, page, line)})
}

// What a look shows of a page, when, and for how many calls.
func TestAgentLook(t *testing.T) {
	t.Parallel()
	l, site := agent(t)
	open := func(name string) string { return l.Does("browser_navigate", launchtest.Arguments{"url": site + name}) }
	l.Step("CD-092 CD-094 CD-096 what is hidden is not shown", func(t *testing.T) {
		page := open("/hidden")
		for _, shown := range []string{`button "Seen"`, "Awake in the shadow", "Awake in a frame", `status "nothing new"`, `button "Door"`} {
			if !strings.Contains(page, shown) {
				t.Errorf("%s is not in\n%s", shown, page)
			}
		}
		found := l.Does("browser_find", launchtest.Arguments{"regex": "/[as]leep|urtai|eepin|Pet|digits/"})
		part := l.Does("browser_snapshot", launchtest.Arguments{"target": "css=body"})
		for _, hidden := range []string{"sleep", "Sleep", "urtain", "fluffy", "918273"} {
			for name, text := range map[string]string{"the page": page, "what is found": found, "a part": part} {
				if strings.Contains(text, hidden) {
					t.Errorf("%s shows %s:\n%s", name, hidden, text)
				}
			}
		}
		if !strings.Contains(part, `button "Seen"`) {
			t.Errorf("the part is\n%s", part)
		}
		says := "done\n- status \"nothing new\"\n- button \"Door\"\n+ status \"saved\"\nerrors: 0"
		if got := l.clicks(t, page, `"Save"`); got != says {
			t.Errorf("a button that falls asleep: %s", got)
		}
	})
	l.Step("CD-092 what was not looked at is not shown either", func(t *testing.T) {
		page := open("/vaults")
		texts := []string{page, l.Does("browser_snapshot", launchtest.Arguments{"elements": 100}), l.clicks(t, page, `"Later"`)}
		late := ""
		for range 50 {
			if late = l.Does("browser_find", launchtest.Arguments{"text": "Zed"}); strings.Contains(late, `"Zed"`) {
				break
			}
		}
		if !strings.Contains(late, `"Zed"`) {
			t.Errorf("the late field was not found: %s", late)
		}
		for _, text := range append(texts, late, l.Does("browser_snapshot", launchtest.Arguments{"target": "css=form"})) {
			if strings.Contains(text, "quxquux") {
				t.Errorf("a value is shown:\n%s", text)
			}
		}
	})
	l.Step("SN-032 a page that builds itself is waited for", func(t *testing.T) {
		if page := open("/growing"); !strings.Contains(page, `searchbox "Search the shop"`) {
			t.Error(page)
		}
	})
	l.Step("a page that nothing happens on is waited for once", func(t *testing.T) {
		page := open("/still")
		looks := func() (n int) {
			fmt.Sscan(l.Does("browser_evaluate", launchtest.Arguments{"function": "() => window.looks"}), &n) // whose own look comes after
			return n
		}
		l.clicks(t, page, `"Idle"`) // at the first click of a page the upstream makes an observer too
		before := looks()
		l.clicks(t, page, `"Idle"`)
		if n := looks() - before; n != 2 { // the first evaluation's, and the click's
			t.Errorf("%d looks, want 2", n)
		}
		l.clicks(t, page, `"Poll"`)
		began := time.Now()
		l.clicks(t, page, `"Idle"`)
		if took := time.Since(began); took > time.Second { // a poll is waited for once, for 2 seconds
			t.Errorf("the click after the poll took %v", took)
		}
	})
	l.Step("a page without scripts, and one that lies", func(t *testing.T) {
		for _, name := range []string{"/strict", "/hostile"} {
			began := time.Now()
			if page := open(name); !strings.Contains(page, `button "Idle"`) || time.Since(began) > 5*time.Second {
				t.Errorf("%v: %s", time.Since(began), page)
			}
		}
	})
	l.leaves()
}

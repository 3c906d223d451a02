package attacks

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"connector-browser/launcher/launchtest"
)

// TestPage has a page of an allowed site try everything that the web knows to
// reach a host that is not allowed, and to open what no page may.
func TestPage(t *testing.T) {
	trap := newTrap(t)
	site := newHostile(t)
	conf := launchtest.New(t).Auth("", false).Policy(allow(site.Server))
	l := start(t, conf, io.Discard)
	l.Does("browser_navigate", launchtest.Arguments{"url": site.URL})

	for n, name := range keys(ways) {
		l.Step(name, func(t *testing.T) {
			evil := fmt.Sprintf("127.1.%d.%d:%d", n/200, n%200+1, trap.port)
			text := l.Tool("browser_evaluate", launchtest.Arguments{"function": `async () => { const url = "http://` + evil + `/leak", site = "` + site.URL + `"; ` + ways[name] + `; return 1 }`}).Text()
			want := "refused by connector-browser: " + evil + " is not in network.allow (policy.toml:2)"
			told := launchtest.Within(3*time.Second, func() bool {
				if !strings.Contains(text, evil+" is") {
					text += l.Tool("browser_evaluate", launchtest.Arguments{"function": "() => 0"}).Text()
				}
				return strings.Contains(text, evil+" is") || slices.Contains(silent, name)
			})
			if !told || strings.Contains(text, evil+" is") && !strings.Contains(text, want) && !strings.Contains(text, strings.TrimPrefix(want, "refused by connector-browser: ")) {
				t.Errorf("the refusal is not told: %s", text)
			}
			if !strings.Contains(text, evil+" is") {
				t.Log("not tried by this browser")
			}
			l.home(site.URL)
		})
	}
	trap.empty(t)

	l.pageSchemes(site.URL)
	trap.empty(t)
	l.leaves(waiting)
}

// home closes what was opened and shows the allowed page again.
func (l *launch) home(url string) {
	l.t.Helper()
	for range 3 {
		answer := l.Tool("browser_tabs", launchtest.Arguments{"action": "list"})
		if !strings.Contains(answer.Text(), "- 1:") {
			break
		}
		l.Tool("browser_tabs", launchtest.Arguments{"action": "close", "index": 1})
	}
	for range 3 { // where the page still leaves on its own, one navigation interrupts the other
		if !l.Tool("browser_navigate", launchtest.Arguments{"url": url}).IsError() {
			return
		}
	}
	l.t.Fatal("the allowed page does not come back")
}

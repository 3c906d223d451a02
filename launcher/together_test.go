package launcher_test

import (
	"strings"
	"testing"

	"connector-browser/launcher/launchtest"
)

// Sixty calls that are sent together before the first page exists are played in
// one tab.
func TestCallsBeforeTheFirstPage(t *testing.T) {
	t.Parallel()
	l := start(t, launchtest.New(t).Auth("", false))
	var answers []<-chan launchtest.Answer
	for range 60 {
		answers = append(answers, l.Call("browser_evaluate", launchtest.Arguments{"function": "() => location.href"}))
	}
	for _, answer := range answers {
		if got := l.Await(answer); !strings.Contains(got.Text(), `"about:blank"`) {
			t.Errorf("answered %s", got.Line)
		}
	}
	tabs := l.Does("browser_tabs", launchtest.Arguments{"action": "list"})
	if strings.Count(tabs, "about:blank") != 1 {
		t.Errorf("the tabs are\n%s", tabs)
	}
	l.leaves()
}

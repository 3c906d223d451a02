package launcher_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"connector-browser/demo/site/trials"
	"connector-browser/launcher/launchtest"
)

// SN-053, SN-062: where the policy lets nobody click, or not without a person's yes, a
// call that tries harder does not click either.
func TestAgentTriesNothingThatIsDenied(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{"deny", "confirm"} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(trials.Handler())
			t.Cleanup(server.Close)
			l := start(t, launchtest.New(t).Auth("", false).Policy("surface = \"agent\"\n[tools]\n"+rule+" = [\"browser_click\"]\n"+allow(server)))
			l.Does("browser_navigate", launchtest.Arguments{"url": server.URL + "/dropdowns"})
			before := l.Does("browser_read", nil)
			page := l.Does("browser_snapshot", nil)
			for _, name := range []string{"City", "Size", "Colour"} {
				got := l.Tool("browser_select_option", launchtest.Arguments{"target": ref(t, page, `"`+name+`"`), "values": []string{"Paris"}})
				if !got.IsError() || !strings.Contains(got.Text(), "Element is not a <select> element") {
					t.Errorf("%s: %s", name, got.Line)
				}
			}
			if after := l.Does("browser_read", nil); after != before {
				t.Errorf("the page was %s\nand is %s", before, after)
			}
			l.Does("browser_navigate", launchtest.Arguments{"url": server.URL + "/covered"})
			if got := l.Tool("browser_type", launchtest.Arguments{"target": "label=Search", "text": "lamps"}); !got.IsError() {
				t.Error(got.Line)
			}
			l.leaves()
		})
	}
}
